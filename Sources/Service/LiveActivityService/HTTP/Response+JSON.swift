#if Service
import HTTPTypes
import Hummingbird
import LiveActivityCore
import NIOCore

/// A response whose body is in memory.
struct BufferedResponse: Sendable {
    var status: HTTPResponse.Status
    var headers: HTTPFields
    var body: ByteBuffer

    init(_ body: ByteBuffer, status: HTTPResponse.Status = .ok, type: String = "application/json") {
        (self.status, self.body) = (status, body)
        headers = [.contentType: type, .contentLength: "\(body.readableBytes)"]
    }

    /// Creates a response with the JSON of an encodable value.
    ///
    /// - Parameter revision: The activity's revision, for its entity tag; `nil` for none.
    init(encoding value: some Encodable, status: HTTPResponse.Status = .ok, revision: UInt32? = nil) throws {
        self.init(ByteBuffer(bytes: try WireEncoder().encode(value)), status: status)
        if let revision { headers[.eTag] = Response.etag(revision) }
    }
}

extension Response {
    init(_ response: BufferedResponse) {
        self.init(status: response.status, headers: response.headers, body: ResponseBody(byteBuffer: response.body))
    }

    init(json value: JSONValue, status: HTTPResponse.Status = .ok, type: String = "application/json") {
        var bytes: [UInt8] = []
        value.appendText(to: &bytes)
        self.init(bytes: bytes, status: status, type: type)
    }

    init(encoding value: some Encodable, status: HTTPResponse.Status = .ok, revision: UInt32? = nil) throws {
        self.init(try BufferedResponse(encoding: value, status: status, revision: revision))
    }

    init(lines values: [some Encodable]) throws {
        self.init(bytes: try WireEncoder().encodeLines(values), type: "application/jsonl")
    }

    /// Creates a response with a body of bytes.
    init(bytes: [UInt8], status: HTTPResponse.Status = .ok, type: String = "application/json") {
        self.init(body: ByteBuffer(bytes: bytes), status: status, type: type)
    }

    /// Creates a response with a body that others share.
    init(body: ByteBuffer, status: HTTPResponse.Status = .ok, type: String = "application/json") {
        self.init(BufferedResponse(body, status: status, type: type))
    }

    /// The entity tag of an activity at a revision.
    static func etag(_ revision: UInt32) -> String { "\"\(revision)\"" }
}

extension WireEncoder {
    /// Encodes values as JSON Lines: each is followed by a newline.
    func encodeLines(_ values: [some Encodable]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for value in values { bytes += try encode(value) + [0x0A] }
        return bytes
    }
}
#endif
