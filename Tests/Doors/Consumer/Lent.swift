import LiveActivityCore

/// The name of a `JSONSource` type, without its element type.
func name<Source: JSONSource>(_: Source.Type) -> String { "\(Source.self)".split(separator: "<").first.map(String.init) ?? "" }

/// Copies text to memory that is never freed, so that buffers stay valid.
func lasting(_ text: String) -> UnsafeBufferPointer<UInt8> {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    return UnsafeBufferPointer(bytes)
}

// Text in the form of each `JSONSource` type.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
func slice(_ text: String) -> ArraySlice<UInt8> { Array(" \(text)".utf8)[1...] }
func string(_ text: String) -> String { text }
func substring(_ text: String) -> Substring { "-\(text)-".dropFirst().dropLast() }
func data(_ text: String) -> Data { Data(text.utf8) }
func encoded(_ text: String) -> JSONText { JSONText(trusted: Array(text.utf8)) }
func raw(_ text: String) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(lasting(text)) }
func value(_ text: String) -> JSONValue {
    do { return try JSONValue(parsing: text) } catch { fatalError("\(text) is no JSON: \(error)") }
}

/// The text as a value of each `JSONSource` type, type-erased, so that generic calls are not specialized.
func lenders(_ text: String) -> [any JSONSource] {
    [
        bytes(text), slice(text), string(text), substring(text), data(text), encoded(text), value(text), lasting(text),
        raw(text),
    ]
}
