import LiveActivityCore

/// The name of an event, which is its case, as shown in forms, histories and plans.
package enum EventName {
    /// - Parameter event: An event in Swift's form of an enum: the case is a string, or a member with an object. Members beside
    ///   it are not objects, such as the match and the number in `{"match":"4711","number":3,"scored":{…}}`.
    /// - Returns: `nil` for JSON without a name, such as a number.
    package static func of(_ event: JSONValue) -> String? {
        if let text = event.string { return text }
        let members = event.members
        return (members.first { $0.value.kind == .object } ?? members.first { _ in true })?.key
    }
}
