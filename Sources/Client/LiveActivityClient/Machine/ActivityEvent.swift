/// What ActivityKit reports about the activities of one kind.
package enum ActivityEvent: Equatable, Sendable {
    /// All activities that the device has, and the push-to-start token: at launch and when the app becomes active.
    case present([DeviceActivity], startToken: String?)
    case startToken(String)
    case appeared(DeviceActivity)
    case updateToken(activity: String, token: String)
    /// The content has changed.
    case shown
    /// The activity has left the screen: the user has removed it, or its time is over.
    case removed(activity: String)
}

/// An activity on this device. An activity that follows a broadcast channel never has a token.
package struct DeviceActivity: Equatable, Sendable {
    /// ActivityKit's id.
    package var id: String
    /// The canonical JSON of the attributes, by which the activity is found in the service's list.
    package var attributes: String
    /// In hexadecimal digits.
    package var token: String?

    package init(id: String, attributes: String, token: String? = nil) {
        (self.id, self.attributes, self.token) = (id, attributes, token)
    }
}
