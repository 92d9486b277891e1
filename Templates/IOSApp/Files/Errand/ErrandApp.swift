import ErrandKit
import SwiftUI

/// The settings of this app. The owner and the token come from your backend when the user signs in.
@MainActor enum AppSettings {
    static let backend = ErrandBackend(address: URL(string: "http://127.0.0.1:8080")!, owner: "anna")
    static let client = backend.launch()
}

@main
struct ErrandApp: App {
    @Environment(\.scenePhase) private var phase
    @State private var opened: ErrandLink?

    init() {
        // Runs at every launch, including background launches: iOS launches the app when a push has started an activity.
        // The first use of the client begins to report.
        CancelErrandIntent.client = AppSettings.client
    }

    var body: some Scene {
        WindowGroup {
            ContentView(opened: opened)
                .onOpenURL { opened = ErrandLink($0) }
                .onChange(of: phase, initial: true) {
                    if phase == .active { Task { await AppSettings.client.resume() } }
                }
        }
    }
}

struct ContentView: View {
    let opened: ErrandLink?
    @State private var message = ""
    /// The latest choice, which the app shows again after the next launch.
    @AppStorage("isAllowed") private var isAllowed = true
    /// The report of the latest choice. The next one waits for it, so that they arrive in their order.
    @State private var report: Task<Void, Never>?

    var body: some View {
        VStack(spacing: 16) {
            if let opened { Text("Opened from: \(opened.title)") }
            Button("Start an activity") { Task { await start() } }
            Toggle("Show errands on the Lock Screen", isOn: $isAllowed)
                .onChange(of: isAllowed) {
                    let (isAllowed, earlier) = (isAllowed, report)
                    report = Task {
                        await earlier?.value
                        await AppSettings.client.setPermission(isAllowed, for: .kind(ErrandBackend.kind))
                    }
                }
            Text(message).font(.footnote)
        }
        .padding()
    }

    /// Starts an activity on the service, which sends a push that displays it on this device.
    private func start() async {
        let key = UUID().uuidString
        do {
            try await AppSettings.backend.start(ErrandAttributes(title: "Blue bicycle", steps: 3), key: key)
            message = "Started"
        } catch { message = "Not started: \(error)" }
    }
}
