import LiveActivities
import LiveActivityCore

/// Why a line of input was not carried out. On standard error it is one JSON object a line.
///
/// ```json
/// {"error":"undecodable","file":"day.jsonl","line":7,"message":"event at pickedUp: …"}
/// ```
struct LineProblem: Codable, Hashable, Error {
    /// As it was given on the command line; `-` for standard input.
    var file: String
    /// From 1.
    var line: Int
    /// A permanent name: `notJSON`, `notACommand`, `lineTooLong`, `noTime`, or the code of a ``RuntimeError``.
    var error: String
    /// The same for people.
    var message: String
    /// Where in the command, such as `activity.owner`, if that is known.
    var path: String?
}

extension LineProblem {
    init(file: String, line: Int, _ error: RuntimeError) {
        self.init(file: file, line: line, error: error.code, message: error.description)
    }

    init(file: String, line: Int, decoding error: any Error) {
        guard let error = error as? DecodingError else {
            self.init(file: file, line: line, error: "notACommand", message: String(describing: error))
            return
        }
        let (path, reason, parse) = error.place
        if let parse {
            // To the parser the line is a text of its own, so its number of the line says nothing.
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
            message: "a line has at most \(LineReader.lineBytesMax) bytes; this one was passed over")
    }

    static func noTime(file: String, line: Int) -> Self {
        Self(
            file: file, line: line, error: "noTime",
            message: #"with --virtual-time the first command must say when: "at": "2026-06-20T17:00:00Z""#, path: "at")
    }
}

extension DecodingError {
    /// Where in the JSON, and what is wrong there.
    fileprivate var place: (path: String, reason: String, parse: JSONParseError?) {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            (Self.path(context.codingPath), context.debugDescription, context.underlyingError as? JSONParseError)
        case .keyNotFound(let key, let context):
            (Self.path(context.codingPath + [key]), "this key is missing", nil)
        @unknown default: ("", String(describing: self), nil)
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let index = key.intValue { path += "[\(index)]" } else { path += (path.isEmpty ? "" : ".") + key.stringValue }
        }
    }
}
