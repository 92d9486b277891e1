// Style: enforces its own limit by ending the oldest activity, and distinguishes the errors.
import ActivityKit
import Foundation

struct KitchenTimerAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable { var fireDate: Date; var label: String }
    var recipe: UUID
}

@MainActor
struct TimerBoard {
    enum Failure: Error, Equatable { case switchedOff, tooMany, tooLarge, other(domain: String, code: Int) }

    var cap = 3

    func add(_ label: String, minutes: Double) async -> Result<Activity<KitchenTimerAttributes>, Failure> {
        var running = Activity<KitchenTimerAttributes>.activities.filter { $0.activityState == .active }
        while running.count >= cap {
            let oldest = running.removeFirst()
            await oldest.end(oldest.content, dismissalPolicy: .immediate)
        }
        do {
            let state = KitchenTimerAttributes.ContentState(fireDate: .now.addingTimeInterval(minutes * 60), label: label)
            return .success(
                try Activity.request(
                    attributes: KitchenTimerAttributes(recipe: UUID()), content: .init(state: state, staleDate: nil),
                    pushType: nil, style: .standard))
        } catch let error as ActivityAuthorizationError {
            switch error {
            case .denied: return .failure(.switchedOff)
            case .targetMaximumExceeded, .globalMaximumExceeded: return .failure(.tooMany)
            case .attributesTooLarge: return .failure(.tooLarge)
            case .unsupported, .visibility, .unentitled:
                print(error.failureReason ?? "", error.recoverySuggestion ?? "")
                fallthrough
            default: return .failure(.other(domain: ActivityAuthorizationError.errorDomain, code: error.errorCode))
            }
        } catch {
            let nsError = error as NSError
            return .failure(.other(domain: nsError.domain, code: nsError.code))
        }
    }
}
