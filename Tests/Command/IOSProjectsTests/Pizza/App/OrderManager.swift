import ActivityKit
import Foundation
import os

@MainActor
final class OrderManager {
    private let log = Logger(subsystem: "com.example.pizza", category: "orders")
    private var activity: Activity<OrderAttributes>?

    func start(_ number: Int, with courier: CourierOnDuty) throws {
        let state = OrderAttributes.ContentState(
            step: "On its way", courier: .init(name: courier.displayName), arrival: .now + 600)
        activity = try Activity.request(
            attributes: OrderAttributes(number: number), content: .init(state: state, staleDate: nil), pushType: .token)
        log.info("started \(number)")
    }

    /// Starts the same order again.
    func reorder(_ number: Int) throws {
        let state = OrderAttributes.ContentState(step: "On its way", arrival: .now + 600)
        activity = try Activity.request(
            attributes: OrderAttributes(number: number), content: .init(state: state, staleDate: nil))
    }

    func move(to step: String) async {
        guard let activity else { return }
        var state = activity.content.state
        state.step = step
        await activity.update(.init(state: state, staleDate: nil))
    }

    func finish() async {
        await activity?.end(nil, dismissalPolicy: .immediate)
        activity = nil
    }
}
