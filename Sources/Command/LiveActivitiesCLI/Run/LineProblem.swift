import LiveActivities
import LiveActivityCore
import LiveActivityJSON

/// The reason why a line of input was not carried out. On standard error it is one JSON object a line.
///
/// ```json
/// {"error":"undecodable","file":"day.jsonl","line":7,"message":"event at pickedUp: …"}
/// ```
struct LineProblem: Codable, Hashable, Error {
    /// The file as given on the command line; `-` for standard input.
    var file: String
    /// The number of the line, from 1.
    var line: Int
    /// A permanent name: `notJSON`, `notACommand`, `lineTooLong`, `noTime`, or the code of a ``RuntimeError``.
    var error: String
    /// The problem as a sentence.
    var message: String
    /// The location in the command, such as `activity.owner`; `nil` if unknown.
    var path: String?
}

extension LineProblem {
    /// - Parameter kinds: The existing kinds, which the message for an unknown one lists.
    init(file: String, line: Int, _ error: RuntimeError, among kinds: [ActivityKind]) {
        self.init(file: file, line: line, error: error.code, message: error.description(among: kinds))
    }

    init(file: String, line: Int, decoding error: any Error) {
        guard let error = error as? DecodingError else {
            self.init(file: file, line: line, error: "notACommand", message: String(describing: error))
            return
        }
        let (path, reason, parse) = error.position
        if let parse {
            // The parser receives one line at a time, so the line number in its message is always 1.
            self.init(file: file, line: line, error: "notJSON", message: String(parse.description.trimmingPrefix("line 1, ")))
            return
        }
        self.init(
            file: file, line: line, error: "notACommand", message: path.isEmpty ? reason : "\(path): \(reason)",
            path: path.isEmpty ? nil : path)
    }

    static func lineTooLong(file: String, line: Int) -> Self {
        Self(
            file: file, line: line, error: "lineTooLong",
            message: "the line is longer than \(LineReader.lineBytesMax) bytes and was skipped")
    }

    static func noTime(file: String, line: Int) -> Self {
        Self(
            file: file, line: line, error: "noTime",
            message: #"with --virtual-time the first command needs a time, such as "at": "2026-06-20T17:00:00Z""#, path: "at")
    }
}

extension DecodingError {
    /// The location in the JSON, and the fault there.
    fileprivate var position: (path: String, reason: String, parse: JSONParseError?) {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            (context.codingPath.pathText, context.debugDescription, context.underlyingError as? JSONParseError)
        case .keyNotFound(let key, let context):
            ((context.codingPath + [key]).pathText, "this key is missing", nil)
        @unknown default: ("", String(describing: self), nil)
        }
    }
}
