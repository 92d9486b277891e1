import DeliveryActivity
import LiveActivityUI
import PluginCards

/// The one control that is most useful now: a call to the courier after a failed attempt, otherwise to leave the order
/// at the door.
struct RequestButton: View {
    let state: DeliveryState

    var body: some View {
        switch state.currentStep {
        case .failedAttempt where !state.driverName.isEmpty && state.contactRequested != true:
            button("Contact courier", "phone.fill", "contactCourier")
        case .pickedUp, .delivering, .nearby:
            if state.leaveAtDoor == true {
                Label("Will be left at the door", systemImage: "checkmark")
                    .font(.footnote.weight(.semibold))
                    .lineLimit(1)
            } else {
                button("Leave at door", "door.left.hand.closed", "leaveAtDoor")
            }
        default:
            EmptyView()
        }
    }

    private func button(_ title: LocalizedStringKey, _ symbol: String, _ action: ActionID) -> some View {
        CardButton(title, systemImage: symbol, action: action)
            .font(.footnote.weight(.semibold))
    }
}
