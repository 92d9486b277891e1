import DeliveryActivity
import LiveActivityUI

/// The one thing that is most worth asking for now (HIG-24): a word with a courier who stands at the door in vain, else to have the
/// order left there.
struct RequestButton: View {
    let state: DeliveryState

    var body: some View {
        switch state.currentStep {
        case .failedAttempt where !state.driverName.isEmpty && state.contactRequested != true:
            button("Contact courier", "phone.fill", ActivityAction("contactCourier"))
        case .pickedUp, .delivering, .nearby:
            if state.leaveAtDoor == true {
                Label("Will be left at the door", systemImage: "checkmark")
                    .font(.footnote.weight(.semibold))
                    .lineLimit(1)
            } else {
                button("Leave at door", "door.left.hand.closed", ActivityAction("leaveAtDoor"))
            }
        default:
            EmptyView()
        }
    }

    private func button(_ title: LocalizedStringKey, _ symbol: String, _ action: ActivityAction) -> some View {
        Button(intent: action) {
            Label(title, systemImage: symbol)
                .font(.footnote.weight(.semibold))
                .lineLimit(1)
                .padding(.horizontal, 12)
                .padding(.vertical, 7)
                .background(Color.primary.opacity(0.12), in: Capsule())
        }
        .buttonStyle(.plain)
        .fixedSize()
    }
}
