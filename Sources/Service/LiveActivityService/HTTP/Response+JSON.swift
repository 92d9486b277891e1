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

    /// A response with a value that has a JSON form.
    init(
        encoding value: some Encodable, status: HTTPResponse.Status = .ok, revision: UInt32? = nil
    ) throws {
        self.init(bytes: try WireEncoder().encode(value), status: status)
        if let revision { headers[.eTag] = Self.etag(revision) }
    }

    /// A response with these bytes.
    init(bytes: [UInt8], status: HTTPResponse.Status = .ok, type: String = "application/json") {
        self.init(
            status: status, headers: [.contentType: type, .contentLength: "\(bytes.count)"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The tag of an activity at a revision.
    static func etag(_ revision: UInt32) -> String { "\"\(revision)\"" }
}
#endif
