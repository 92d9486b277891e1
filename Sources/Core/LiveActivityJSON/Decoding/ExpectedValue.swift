/// What JSON has to have in the place of a type: `a string`. Messages about JSON are also read where nobody knows Swift, in C
/// and in the output of the command.
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
