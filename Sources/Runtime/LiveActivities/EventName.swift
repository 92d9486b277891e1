package import LiveActivityCore

/// The name of an event, which forms, histories and plans show: its case.
package enum EventName {
    /// - Parameter event: In the form in which Swift encodes an enum: the case is a string, or a member with an object. Members
    ///   beside it have no objects, as the match and the number of `{"match":"4711","number":3,"scored":{…}}`.
    /// - Returns: `nil` for JSON without a name, such as a number.
    package static func of(_ event: JSONValue) -> String? {
        if let text = event.string { return text }
        let members = event.members
        return (members.first { $0.value.kind == .object } ?? members.first { _ in true })?.key
    }
}
