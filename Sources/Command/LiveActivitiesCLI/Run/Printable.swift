import LiveActivityJSON

func printLine(json value: some Encodable) throws { print(String(decoding: try WireEncoder().encode(value), as: UTF8.self)) }

extension String {
    /// The text with each control character as an escape such as `\u{1B}`. Names and content come from others: a terminal would
    /// execute their escape sequences, and a line feed would begin a row that the store does not have.
    package var printable: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isControl {
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// U+0000 to U+001F and U+007F to U+009F.
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
