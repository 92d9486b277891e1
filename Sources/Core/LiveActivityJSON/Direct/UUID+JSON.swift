public import LiveActivityFoundation

// In a separate file: the C library's replacement for Foundation has no UUID, and Package.swift excludes the file there.
extension UUID: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        guard let id = UUID(uuidString: try String(reading: &json)) else { throw JSONReader.GaveUp() }
        self = id
    }
}

extension UUID: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(uuidString) }
}
