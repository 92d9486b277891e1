import Foundation
import LiveActivityUI
import SwiftUI
import Testing

/// A screen in a file that an app shares with its widget extension.
private struct Settings: View {
    @Environment(\.dismiss) private var dismiss
    @FocusState private var isEditing: Bool
    @State private var name = "Ada"
    @State private var isShown = false
    let rows: [String]

    var body: some View {
        NavigationStack {
            List {
                Section("Team") {
                    ForEach(rows, id: \.self) { row in
                        NavigationLink(row) { Text("Inside \(row)") }
                    }
                }
                .listRowBackground(Color.clear)
                TextField("Name", text: $name).focused($isEditing).onSubmit { dismiss() }
            }
            .listStyle(.insetGrouped)
            .navigationTitle("Settings")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .topBarTrailing) { Button("Done") { dismiss() } }
            }
            .sheet(isPresented: $isShown) { ScrollView { Text("More") }.presentationDetents([.medium]) }
            .alert("Sure?", isPresented: $isShown) { Button("Yes") {} }
        }
    }
}

/// An object whose method is called on an event, like a manager's.
private final class Observer {
    init() {
        NotificationCenter.default.addObserver(self, selector: Selector("changed"), name: Notification.Name("a"), object: nil)
    }
}

/// Controls of a screen with values, and the delegate of an app.
private struct Alarm: View {
    @Environment(\.presentationMode) private var presentationMode
    @State private var time = Date(timeIntervalSince1970: 0)
    @State private var volume = 0.5
    @State private var count = 1
    @State private var tab = "a"

    var body: some View {
        TabView(selection: $tab) {
            GroupBox("Time") {
                DatePicker("Begins", selection: $time, in: Date.distantPast..., displayedComponents: .hourAndMinute)
                    .datePickerStyle(.wheel)
                Slider(value: $volume, in: 0...1)
                Stepper("Repeats", value: $count, in: 1...5)
            }
            Button("Close") { presentationMode.wrappedValue.dismiss() }
        }
        .tabViewStyle(.page(indexDisplayMode: .never))
    }
}

private final class Delegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = self
        UIDevice.current.isBatteryMonitoringEnabled = true
        return UIDevice.current.batteryState == .charging
    }
}

private struct SomeApp: App {
    @UIApplicationDelegateAdaptor(Delegate.self) private var delegate
    var body: some Scene { WindowGroup { Alarm() } }
}

private struct Ticket: Shape {
    func path(in rect: CGRect) -> Path {
        let corners: UIRectCorner = [.topLeft, .bottomRight]
        return Path(
            UIBezierPath(roundedRect: rect, byRoundingCorners: corners, cornerRadii: CGSize(width: 4, height: 4)).cgPath)
    }
}

@Suite struct ScreenTests {
    @Test func aListMovesAndRemovesItsRows() {
        var rows = ["a", "b", "c", "d"]
        rows.move(fromOffsets: [0, 2], toOffset: 4)
        #expect(rows == ["b", "d", "a", "c"])
        rows.move(fromOffsets: [3], toOffset: 0)
        #expect(rows == ["c", "b", "d", "a"])
        rows.remove(atOffsets: [1, 3])
        #expect(rows == ["c", "d"])
    }

    @Test @MainActor func controlsWithValuesAreDrawnAsTheirLabels() throws {
        let node = try ViewNode(resolving: Alarm(), in: EnvironmentValues())
        #expect(outline(node).contains("'Time', 'Begins', 'Repeats'"))
        SomeApp.main()
        #expect(URL.documentsDirectory != URL.cachesDirectory)
        #expect(Color(.pink) == Color.pink)
        #expect([NSAttributedString.Key.font: UIFont.systemFont(ofSize: 12)].count == 1)
    }

    @Test func optionalPartsDoNotChangeWhatIsDrawn() throws {
        let node = try ViewNode(resolving: RecipeForms(), in: EnvironmentValues())
        let words = outline(node).matches(of: #/'([^']*)'/#).map { String($0.1) }
        #expect(
            words == [
                "Day", "Recipe", "Until", "From", "Servings", "Recipe", "Ovens", "Plates",
                "Name", "Recipe", "Note", "Code", "Recipe",
                "1", "Head", "2", "3", "Foot", "Top", "4", "End", "Old head", "5", "6", "Old foot", "Old top", "7", "Old end",
                "Share…", "Share…", "Recipe", "Send", "Give", "More", "Recipe", "Less", "Most", "1", "Bake",
                "Pot", "Pot", "Pot", "Pot", "Pot", "Pot", "Pot",
            ])
    }

    /// A path of UIKit is drawn as SwiftUI's: only two corners are round.
    @Test func aPathOfUIKitKeepsItsCornersAndItsDirection() {
        let rect = CGRect(x: 0, y: 0, width: 20, height: 10)
        var curves: [CGPoint] = []
        func note(_ element: Path.Element) { if case .curve(let end, _, _) = element { curves.append(end) } }
        Ticket().path(in: rect).forEach(note)
        let ends = Set(curves.map { "\($0.x.rounded()), \($0.y.rounded())" })
        #expect(ends == ["4.0, 0.0", "20.0, 0.0", "16.0, 10.0", "0.0, 10.0"])
        // Clockwise from the right is down, as y grows downwards.
        let arc = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: true)
        #expect(abs(arc.currentPoint.x) < 0.001 && abs(arc.currentPoint.y - 10) < 0.001)
        curves = []
        Path(arc.cgPath).forEach(note)
        #expect(!curves.isEmpty && curves.allSatisfy { $0.y >= 0 }, "the short way, not around the circle")
    }

    @Test func aScreenIsDrawnAsItsContentInAStack() throws {
        let node = try ViewNode(resolving: Settings(rows: ["Home", "Away"]), in: EnvironmentValues())
        #expect(outline(node) == "V['Team', 'Home', 'Away', 'Ada']")
    }

    @Test func aViewOfUIKitIsDrawnAsNothing() throws {
        let node = try ViewNode(
            resolving: VStack {
                Blur().frame(width: 20); Text("Hills")
            }, in: EnvironmentValues())
        #expect(outline(node).contains("'Hills'"))
    }

    @Test func aNumberIsALengthToo() {
        #expect(CGFloat(truncating: NSNumber(value: 1.5)) == 1.5 && CGFloat(exactly: NSNumber(value: 2)) == 2)
        _ = Observer()
    }
}

private struct Blur: UIViewRepresentable {
    func makeUIView(context: Context) -> UIImage { UIImage() }
    func updateUIView(_ view: UIImage, context: Context) {}
}
