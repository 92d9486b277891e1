#if Service
import LiveActivityCore
import LiveActivityJSON

/// Removes `owner` and `key` from JSON for the holder of a shared link: they are the names by which the owner's system knows an
/// activity.
enum LinkedJSON {
    /// - Parameter json: An activity, a change, or a page of activities.
    static func text(of json: [UInt8]) throws -> [UInt8] {
        JSONText(value(of: try JSONValue(parsing: json, limits: .stored))).bytes
    }

    private static func value(of value: JSONValue) -> JSONValue {
        let members = value.members.compactMap { name, member -> (key: String, value: JSONValue)? in
            switch name {
            case "owner", "key": nil
            case "activities": (name, JSONValue(member.elements.map(Self.value)))
            default: (name, member)
            }
        }
        return JSONValue(members: members)
    }
}
#endif
