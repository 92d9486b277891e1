public import LiveActivityFoundation

// In a file of its own: the stand-in for Foundation of the C library has no UUID (Package.swift leaves the file out there).
extension UUID: JSONReadable {
    public init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        guard let id = UUID(uuidString: try String(reading: &json)) else { throw JSONReader.GaveUp() }
        self = id
    }
}

extension UUID: JSONWritable {
    public func write(to json: inout JSONWriter) { json.put(uuidString) }
}
