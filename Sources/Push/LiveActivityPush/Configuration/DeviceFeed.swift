#if Push
public import LiveActivityCore

/// A file of JSON Lines with what apps pass on: tokens, signs of life, and removals. It is read as it grows.
///
/// ```json
/// {"installation":"9A2C…","owner":"anna","app":"com.example.food","environment":"sandbox","token":"00ff…","start":"delivery"}
/// {"installation":"9A2C…","owner":"anna","app":"com.example.food","environment":"sandbox","token":"11ff…","activity":"00004cf8c0000000"}
/// {"installation":"9A2C…","heard":true}
/// {"installation":"9A2C…","forget":true}
/// ```
public struct DeviceFeed: Sendable {
    /// One line.
    public enum Entry: Hashable, Sendable {
        /// A token.
        case token(DeviceToken, TokenTarget, InstallationID, OwnerID, PushAppID)
        /// A sign of life.
        case heard(InstallationID)
        /// The installation is no longer there.
        case forget(InstallationID)
    }

    private let path: String
    private var offset = 0
    private var number = 0

    /// A feed from the file's beginning. The file need not exist yet.
    public init(path: String) { self.path = path }

    /// The whole lines since the last call.
    ///
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)`` for the first line that is wrong. It shows no token. The next call goes
    ///   on behind it.
    public mutating func readNew() throws(PushError) -> [Entry] {
        guard let bytes = try? Data(contentsOf: URL(filePath: path)), bytes.count > offset else { return [] }
        var entries: [Entry] = []
        while let end = bytes[(bytes.startIndex + offset)...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(bytes[(bytes.startIndex + offset)..<end])
            offset = end + 1 - bytes.startIndex
            number += 1
            guard !line.isEmpty else { continue }
            do throws(PushError) { entries.append(try Self.entry(line)) } catch {
                if !entries.isEmpty {
                    // First what was right; the line is read again with the next call.
                    (offset, number) = (offset - line.count - 1, number - 1)
                    return entries
                }
                throw .badConfiguration(file: path, line: number, reason: "\(error)")
            }
        }
        return entries
    }

    /// The meaning of one line.
    package static func entry(_ line: [UInt8]) throws(PushError) -> Entry {
        guard let value = try? JSONValue(parsing: line), let installation = value["installation"]?.string else {
            throw .badPayload(reason: "a line is a JSON object with 'installation'")
        }
        let id = InstallationID(rawValue: installation)
        if value["heard"]?.bool == true { return .heard(id) }
        if value["forget"]?.bool == true { return .forget(id) }
        guard let owner = value["owner"]?.string, let app = value["app"]?.string, let token = value["token"]?.string,
            let environment = value["environment"]?.string.flatMap({ PushEnvironment(rawValue: $0) })
        else { throw .badPayload(reason: "a token has 'owner', 'app', 'environment' (production or sandbox) and 'token'") }
        let target: TokenTarget
        if let activity = value["activity"]?.string.flatMap({ ActivityID($0) }) {
            target = .activity(activity)
        } else if let kind = value["start"]?.string {
            target = .pushToStart(ActivityKind(rawValue: kind))
        } else if value["widgets"]?.bool == true {
            target = .widgets
        } else {
            throw .badPayload(reason: "a token is for an 'activity' (its id), a 'start' (a kind), or 'widgets': true")
        }
        return .token(
            try DeviceToken(hex: token), target, id, OwnerID(rawValue: owner), PushAppID(try BundleID(app), environment))
    }
}
#endif
