extension EngineError {
    @usableFromInline package init(_ error: any Error, writing what: String) {
        guard case EncodingError.invalidValue(_, let context) = error else {
            self = .unencodable(what: what, path: "", reason: String(describing: error).abridgedReason)
            return
        }
        self = .unencodable(what: what, path: context.codingPath.pathText, reason: context.debugDescription.abridgedReason)
    }

    @usableFromInline package init(_ error: any Error, reading what: String) {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            self = .undecodable(
                what: what, path: context.codingPath.pathText, reason: "the key '\(key.stringValue.abridged)' is missing")
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            self = .undecodable(what: what, path: context.codingPath.pathText, reason: context.debugDescription.abridgedReason)
        default:
            self = .undecodable(what: what, path: "", reason: String(describing: error).abridgedReason)
        }
    }
}
