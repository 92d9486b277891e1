import ErrandKit
import SwiftUI

/// The settings of this app. The owner and the token come from your backend when the user signs in.
@MainActor enum AppSettings {
    static let service = ActivityService(address: URL(string: "http://127.0.0.1:8080")!, owner: "anna")
    static let registrations = ActivityRegistrations(
        service, .current(bundle: Bundle.main.bundleIdentifier ?? "com.example.errand"))
}

@main
struct ErrandApp: App {
    @Environment(\.scenePhase) private var phase
    @State private var opened: ErrandLink?

    init() {
        // Runs at every launch, including background launches: iOS launches the app when a push has started an activity.
        CancelErrandIntent.registrations = AppSettings.registrations
        Task { await AppSettings.registrations.run() }
    }

    var body: some Scene {
        WindowGroup {
            ContentView(opened: opened)
                .onOpenURL { opened = ErrandLink($0) }
                .onChange(of: phase, initial: true) {
                    if phase == .active { Task { await AppSettings.registrations.reconcile() } }
                }
        }
    }
}

struct ContentView: View {
    let opened: ErrandLink?
    @State private var message = ""

    var body: some View {
        VStack(spacing: 16) {
            if let opened { Text("Opened from: \(opened.title)") }
            Button("Start an activity") { Task { await start() } }
            Text(message).font(.footnote)
        }
        .padding()
    }

    /// Starts an activity on the service, which sends a push that displays it on this device.
    private func start() async {
        let key = UUID().uuidString
        do {
            try await AppSettings.service.start(ErrandAttributes(title: "Blue bicycle", steps: 3), key: key)
            message = "Started"
        } catch { message = "Not started: \(error)" }
    }
}
