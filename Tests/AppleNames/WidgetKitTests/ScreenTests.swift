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

@Suite struct ScreenTests {
    @Test func aScreenIsDrawnAsItsContentInAStack() throws {
        let node = try ViewNode(resolving: Settings(rows: ["Home", "Away"]), in: EnvironmentValues())
        #expect(outline(node) == "V['Team', 'Home', 'Away', 'Ada']")
    }

    @Test func aNumberIsALengthToo() {
        #expect(CGFloat(truncating: NSNumber(value: 1.5)) == 1.5 && CGFloat(exactly: NSNumber(value: 2)) == 2)
        _ = Observer()
    }
}
