// Calls with and without their optional parts, which here are parameters with default values: each form must compile.
import ActivityKit
import AppIntents
import Charts
import Foundation
import SwiftData
import SwiftUI
import UniformTypeIdentifiers
import UserNotifications
import WidgetKit

struct RecipeForms: View {
    @State private var date = Date(timeIntervalSince1970: 0)
    @State private var count = 1
    @State private var text = ""
    private let title = "Recipe"

    var body: some View {
        VStack {
            controls
            fields
            sections
            menus
            lists
        }
    }

    @ViewBuilder private var controls: some View {
        DatePicker("Day", selection: $date)
        DatePicker(title, selection: $date, in: ...date, displayedComponents: .date)
        DatePicker(selection: $date, in: date...) { Text("Until") }
        DatePicker(selection: $date) { Text("From") }
        Stepper("Servings", value: $count)
        Stepper(title, value: $count, in: 1...8, step: 2)
        Stepper(value: $count, in: 1...8) { Text("Ovens") }
        Stepper(value: $count) { Text("Plates") }
    }

    @ViewBuilder private var fields: some View {
        TextField("Name", text: $text, prompt: Text("Pizza"))
        TextField(title, text: $text, axis: .vertical)
        TextField("Note", text: $text, prompt: nil, axis: .vertical)
        SecureField("Code", text: $text)
        SecureField(title, text: $text, prompt: Text("Code"))
    }

    @ViewBuilder private var sections: some View {
        Section { Text("1") }
        Section {
            Text("2")
        } header: {
            Text("Head")
        }
        Section {
            Text("3")
        } footer: {
            Text("Foot")
        }
        Section {
            Text("4")
        } header: {
            Text("Top")
        } footer: {
            Text("End")
        }
        Section(header: Text("Old head")) { Text("5") }
        Section(footer: Text("Old foot")) { Text("6") }
        Section(header: Text("Old top"), footer: Text("Old end")) { Text("7") }
    }

    private struct Pot: Identifiable, Hashable { var id: String }
    @State private var pots = [Pot(id: "Pot")]
    @State private var chosen: String?
    @State private var marked: Set<String> = []

    @ViewBuilder private var lists: some View {
        List(pots) { pot in Text(pot.id) }
        List(pots, id: \.self, selection: $marked) { pot in Text(pot.id) }
        List(pots, selection: $chosen) { pot in Text(pot.id) }
        List($pots) { $pot in TextField("Pot", text: $pot.id) }
        List($pots, editActions: .all) { $pot in
            NavigationLink {
                Text(pot.id)
            } label: {
                Text(pot.id)
            }
        }
        List($pots, editActions: [.move, .delete], selection: $chosen) { $pot in Text(pot.id) }
        List(selection: $marked) { ForEach($pots, editActions: .move) { $pot in Text(pot.id) } }
    }

    @ViewBuilder private var menus: some View {
        ShareLink(item: title)
        ShareLink(item: title, preview: SharePreview("Pizza"))
        ShareLink(title, item: title, subject: Text("Pizza"))
        ShareLink("Send", item: title, preview: SharePreview(title, image: Image("pizza")))
        ShareLink(item: title, preview: SharePreview("Pizza")) { Text("Give") }
        Menu("More") { Text("Edit") }
        Menu(title) { Text("Edit") }
        Menu {
            Text("Edit")
        } label: {
            Text("Less")
        }
        Menu {
            Text("Edit")
        } label: {
            Text("Most")
        } primaryAction: {
        }
        PhaseAnimator([1, 2], trigger: count) { phase in Text("\(phase)") }
        KeyframeAnimator(initialValue: 1.0) { value in
            Text("Bake").opacity(value)
        } keyframes: { _ in
            KeyframeTrack { LinearKeyframe(0.5, duration: 1) }
        }
    }
}

struct RecipeScreens: View {
    @State private var isShown = false
    @State private var count = 1
    @State private var query = ""
    @State private var detent = PresentationDetent.medium
    private let title = "Recipe"

    var body: some View { bars.modifier(Dialogs(isShown: $isShown, title: title)) }

    private var bars: some View {
        Text("Bake")
            .navigationBarTitle(Text(title))
            .navigationBarTitle(Text(title), displayMode: .inline)
            .navigationBarItems(leading: Text("a"))
            .navigationBarItems(trailing: Text("b"))
            .navigationBarItems(leading: Text("a"), trailing: Text("b"))
            .searchable(text: $query)
            .searchable(text: $query, prompt: "Find")
            .presentationDetents([.medium])
            .presentationDetents([.medium, .large], selection: $detent)
            .toolbar {
                ToolbarItem { Text("c") }
                ToolbarItemGroup { Text("d") }
                ToolbarItemGroup(placement: .bottomBar) {
                    Text("e")
                } label: {
                    Text("f")
                }
            }
            .phaseAnimator([false, true]) { content, phase in content.opacity(phase ? 1 : 0.5) }
            .keyframeAnimator(initialValue: 1.0, trigger: count) { content, value in
                content.opacity(value)
            } keyframes: { _ in
                KeyframeTrack { LinearKeyframe(0.5, duration: 1) }
            }
    }

    private struct Dialogs: ViewModifier {
        @Binding var isShown: Bool
        let title: String

        func body(content: Content) -> some View {
            content
                .alert("Sure?", isPresented: $isShown) {
                    Button("Yes") {}
                } message: {
                    Text("It is hot.")
                }
                .alert(title, isPresented: $isShown) { Button("Yes") {} }
                .alert(Text(title), isPresented: $isShown) {
                } message: {
                    Text("It is hot.")
                }
                .confirmationDialog(title, isPresented: $isShown) { Button("Yes") {} }
                .confirmationDialog("Sure?", isPresented: $isShown, titleVisibility: .visible) {
                    Button("Yes") {}
                } message: {
                    Text("It is hot.")
                }
                .confirmationDialog(Text(title), isPresented: $isShown) { Button("Yes") {} }
                .popover(isPresented: $isShown) { Text("More") }
                .popover(isPresented: $isShown, arrowEdge: .bottom) { Text("More") }
                .fileImporter(isPresented: $isShown, allowedContentTypes: [.json], allowsMultipleSelection: true) { _ in
                } onCancellation: {
                }
        }
    }
}

struct RecipeScrolling: View {
    @Query(animation: .default) private var all: [Ingredient]
    @Query(sort: \Ingredient.name, animation: .snappy) private var sorted: [Ingredient]
    @Query(FetchDescriptor<Ingredient>.byName) private var named: [Ingredient]

    var body: some View {
        Chart(all.indices, id: \.self) { PointMark(x: .value("x", $0), y: .value("y", 1)) }
            .chartXScale(domain: 0...3)
            .chartYScale(domain: .automatic, type: .linear)
            .chartScrollTargetBehavior(.valueAligned(unit: 1))
            .chartScrollTargetBehavior(.valueAligned(unit: 0.5, majorAlignment: .unit(5.0)))
    }
}

/// A query whose conditions are the values of an app.
struct Oven: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Oven"
    static let defaultQuery = OvenQuery()
    let id: Int
    @Property(title: "Name") var name: String
    var displayRepresentation: DisplayRepresentation { "Oven" }
}
struct OvenQuery: EntityPropertyQuery {
    enum Condition { case named(String), contains(String) }
    static var properties: EntityQueryProperties<Oven, Condition> {
        QueryProperties {
            Property(\Oven.$name) {
                EqualToComparator { Condition.named($0) }
                ContainsComparator { Condition.contains($0) }
            }
        }
    }
    static var sortingOptions: EntityQuerySortingOptions<Oven> { SortingOptions { SortableBy(\Oven.$name) } }
    func entities(for identifiers: [Int]) async throws -> [Oven] { [] }
    func entities(
        matching comparators: [Condition], mode: ComparatorMode, sortedBy: [EntityQuerySort<Oven>], limit: Int?
    ) async throws -> [Oven] { [] }
}

struct HeatOven: AppIntent {
    static let title: LocalizedStringResource = "Heat"
    func perform() async throws -> some IntentResult & ProvidesDialog & ReturnsValue<Int> {
        try await requestConfirmation()
        try await requestConfirmation(actionName: .start, dialog: "Now?")
        return .result(value: 1, dialog: "Hot")
    }
}

func stored() -> (UNMutableNotificationContent, NSMutableParagraphStyle) {
    let (content, style) = (UNMutableNotificationContent(), NSMutableParagraphStyle())
    (content.title, content.badge, content.userInfo) = ("Pizza", 3, ["oven": 1])
    (style.lineSpacing, style.alignment) = (4, .center)
    return (content, style)
}
