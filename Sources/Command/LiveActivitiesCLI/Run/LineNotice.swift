import LiveActivityCore

/// A member in a line of input that the kind does not have. On standard error it is one JSON object a line.
///
/// ```json
/// {"file":"day.jsonl","kind":"delivery","line":7,"message":"…","notice":"unknownMember","path":"event.delayed.minuts"}
/// ```
struct LineNotice: Encodable, Hashable {
    /// The file as the command line names it; `-` for standard input.
    var file: String
    /// The number of the first line with the member, from 1.
    var line: Int
    var member: UnknownMember

    private enum CodingKeys: String, CodingKey { case file, line }

    init(file: String, line: Int, _ member: UnknownMember) { (self.file, self.line, self.member) = (file, line, member) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file, forKey: .file)
        try container.encode(line, forKey: .line)
        try member.encode(to: encoder)
    }
}
