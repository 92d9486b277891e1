/// Why an event or attributes were refused. Nothing has changed.
public enum SealedError: Error, Hashable, Sendable {
    /// The activity has newer content, or the same.
    case olderSequence(Int, newest: Int)
    /// The name of a stream has a character that is not visible ASCII.
    case badStream(String)
    /// The box is not in Base64.
    case notBase64
}

extension SealedError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .olderSequence(let given, let newest):
            "content with the sequence \(given) after \(newest); a host must count upwards"
        case .badStream(let stream): "the stream '\(stream)' has characters that are not visible ASCII"
        case .notBase64: "box is not in Base64; seal the content with LiveActivitySealing"
        }
    }
}
