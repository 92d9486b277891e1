#if Service
import HTTPTypes
import Hummingbird
import LiveActivityCore
import NIOCore

extension Response {
    /// A response with a JSON value.
    init(json value: JSONValue, status: HTTPResponse.Status = .ok, type: String = "application/json") {
        var bytes: [UInt8] = []
        value.appendText(to: &bytes)
        self.init(bytes: bytes, status: status, type: type)
    }

    /// A response with text that is JSON already.
    init(bytes: [UInt8], status: HTTPResponse.Status = .ok, type: String = "application/json") {
        self.init(
            status: status, headers: [.contentType: type, .contentLength: "\(bytes.count)"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A response with a value that has a JSON form.
    init(encoding value: some Encodable, status: HTTPResponse.Status = .ok) throws {
        self.init(bytes: try WireEncoder().encode(value), status: status)
    }
}

/// JSON text that is put together piece by piece, for what is copied as it is.
struct JSONPieces {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
    mutating func put(value: JSONValue) { value.appendText(to: &bytes) }
    mutating func put(_ text: JSONText) { bytes.append(contentsOf: text.bytes) }
    mutating func put(_ number: some FixedWidthInteger) { bytes.append(contentsOf: String(number).utf8) }
    mutating func put(string: String) { put(value: JSONValue(string)) }
    mutating func put(plain: String) { bytes.append(contentsOf: plain.utf8) }
    mutating func put(_ other: [UInt8]) { bytes.append(contentsOf: other) }
}
#endif
