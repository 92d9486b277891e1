import DeliveryActivity
import LiveActivityUI

/// The most important sentence below the headline.
struct Detail: View {
    let state: DeliveryState
    let isStale: Bool

    /// The delay in seconds from which on it is shown instead of the courier.
    private static let lateness: TimeInterval = 300

    var body: some View {
        sentence
            .lineLimit(1)
            .minimumScaleFactor(0.7)
    }

    @ViewBuilder private var sentence: some View {
        switch state.currentStep {
        case .delivered: Text(state.leaveAtDoor == true ? "At your door" : "Enjoy!")
        case .cancelled: Text((state.cancellationReason ?? .other).words)
        case _ where isStale: Text("Waiting for an update")
        case _ where state.contactRequested == true: Text("Connecting you to the courier")
        case .failedAttempt: Text((state.failureReason ?? .other).words)
        case _ where state.secondsLate >= Self.lateness: delay
        default: courier
        }
    }

    private var delay: some View {
        // A host may have put any date into the content, so the number is bounded before the conversion.
        let minutes = Int(min((state.secondsLate / 60).rounded(.up), 9_999))
        let late = Text("\(minutes) minutes late")
        guard let reason = state.delayReason?.words else { return late }
        return Text(reason) + Text(verbatim: " · ") + late
    }

    /// Hidden on a locked device where the user hides private content: everybody can read a locked screen.
    @ViewBuilder private var courier: some View {
        Group {
            switch (state.driverName, state.stopsLeft) {
            case ("", _): Text("Looking for a courier")
            case (let name, 0): Text("\(name) is coming to you next")
            case (let name, let stops?): Text("\(name), \(Int(stops)) stops before you")
            case (let name, nil): Text("\(name) is your courier")
            }
        }
        .privacySensitive(!state.driverName.isEmpty)
    }
}
