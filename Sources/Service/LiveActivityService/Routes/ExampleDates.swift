#if Service
import LiveActivityCore

/// Finds the members of an example that are dates.
///
/// Dates are numbers in JSON. A number is a date if its type also reads ISO 8601, but no other text.
struct ExampleDates {
    private let model: any Decodable.Type

    /// The JSON pointers (RFC 6901) of the dates.
    private(set) var pointers: [String] = []

    init(in example: JSONText, of type: any Decodable.Type) {
        model = type
        if let value = try? JSONValue(parsing: example.bytes) { visit(value, "") { $0 } }
    }

    /// - Parameter whole: The example with another value at the pointer.
    private mutating func visit(_ value: JSONValue, _ pointer: String, _ whole: (JSONValue) -> JSONValue) {
        switch value.kind {
        case .number:
            guard let number = value.double else { return }
            let date = Date(timeIntervalSinceReferenceDate: number).iso8601
            if isRead(whole(JSONValue(date))), !isRead(whole("no date")) { pointers.append(pointer) }
        case .array:
            let elements = Array(value.elements)
            for (index, element) in elements.enumerated() {
                visit(element, "\(pointer)/\(index)") { new in
                    var copy = elements
                    copy[index] = new
                    return whole(JSONValue(copy))
                }
            }
        case .object:
            let members = Array(value.members)
            for (index, (key, member)) in members.enumerated() {
                let name = key.replacing("~", with: "~0").replacing("/", with: "~1")
                visit(member, "\(pointer)/\(name)") { new in
                    var copy = members
                    copy[index].value = new
                    return whole(JSONValue(members: copy))
                }
            }
        case .null, .bool, .string: break
        }
    }

    private func isRead(_ value: JSONValue) -> Bool {
        let decoder = WireDecoder()
        decoder.acceptsISO8601Dates = true
        func read<Value: Decodable>(_: Value.Type) -> Bool { (try? decoder.decode(Value.self, from: value)) != nil }
        return read(model)
    }
}
#endif
