/// The JSON that a type requires: `a string`. Readers of JSON errors need not know Swift: they may use C or the command.
struct ExpectedValue: CustomStringConvertible {
    let type: any Any.Type

    var description: String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is Double.Type, is Float.Type: "a number"
        case is [Any].Type: "an array"
        case is [String: Any].Type: "an object"
        case let integer as any FixedWidthInteger.Type: Self.range(of: integer)
        default: "\(type)"
        }
    }

    private static func range<Integer: FixedWidthInteger>(of type: Integer.Type) -> String {
        if Integer.bitWidth >= 64 { return "a \(Integer.bitWidth)-bit integer\(Integer.isSigned ? "" : " from 0")" }
        return "an integer from \(Integer.min) to \(Integer.max)"
    }
}
