import ActivityKit
import Foundation
import LiveActivityUI
import SwiftUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct ThreadTests {
    /// In Swift 6 mode, a closure isolated to the main actor would trap here.
    @Test func aWidgetIsResolvedOnAnyThread() async throws {
        let outline = try await onAThreadOfItsOwn {
            try WidgetOutline(
                .init(LeagueLiveActivity()), LeagueAttributes(name: "North"),
                .init(
                    teams: [.init(id: "Rovers", points: 4), .init(id: "United", points: 3), .init(id: "Town", points: 0)],
                    leader: "Rovers"))
        }
        #expect(
            outline
                == WidgetOutline(
                    content: "V[H['Team', @trophy], H['Rovers', '!!'], '•••', geometry(line)] under 'RUT' on paint",
                    expanded: ["bottom": "'United, Town'"], compact: ["'Rovers'", "'7'"], minimal: "'Rovers'"))
    }

    @Test @MainActor func aViewOfTheMainActorIsResolvedThere() throws {
        #expect(outline(try ViewNode(resolving: Lights(), in: EnvironmentValues())) == "'hall'")
    }

    /// Runs `work` on a thread without an executor.
    private func onAThreadOfItsOwn<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                precondition(!Thread.isMainThread)
                continuation.resume(with: Result { try work() })
            }
        }
    }
}

#if !swift(>=6)
/// In Swift 5, calling UIKit outside of the main actor is a warning, as on iOS, where it is imported from Objective-C.
private func tap() {
    UIImpactFeedbackGenerator(style: .light).impactOccurred()
    UIPasteboard.general.string = UIApplication.shared.isIdleTimerDisabled ? "on" : nil
}
#endif
