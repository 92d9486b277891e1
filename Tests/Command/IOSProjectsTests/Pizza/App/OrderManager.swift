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

    func finish() async {
        await activity?.end(nil, dismissalPolicy: .immediate)
        activity = nil
    }
}
