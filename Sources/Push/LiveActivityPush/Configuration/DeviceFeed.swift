#if Push
import Foundation
import LiveActivities
public import LiveActivityCore
import LiveActivityJSON
public import LiveActivitySealing
import SystemLibraries

/// A file of JSON Lines to which a host appends what its apps report: tokens, signs of life, and removals. New lines are read
/// as they are appended.
///
/// ```json
/// {"installation":"9A2C…","owner":"anna","app":"com.example.food","environment":"sandbox","token":"00ff…","start":"delivery"}
/// {"installation":"9A2C…","owner":"anna","app":"com.example.food","environment":"sandbox","token":"11ff…","activity":"00004cf8c0000000"}
/// {"installation":"9A2C…","heard":true}
/// {"installation":"9A2C…","forget":true}
/// ```
public struct DeviceFeed: Sendable {
    /// The meaning of one line.
    public enum Entry: Hashable, Sendable {
        case token(DeviceToken, TokenTarget, InstallationID, OwnerID, PushAppID)
        /// The key of a device for sealed content. It comes over HTTP only, never from a file.
        case key(DeviceKey, InstallationID, OwnerID, PushAppID)
        /// Such a key was removed. If there is an owner, only an installation of that owner is changed.
        case removeKey(InstallationID, OwnerID?)
        /// A sign of life of an installation.
        case heard(InstallationID)
        /// The installation was removed.
        case forget(InstallationID)
    }

    private let path: String
    /// The file that stores the position; `nil` if the position is not stored.
    private let positionPath: String?
    private var offset = 0
    private var number = 0
    private var isUnreadable = false

    /// A feed of a file, which need not exist yet.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - keepsPosition: If `true`, reading continues where ``keepPosition()`` was last called, also in another process.
    ///     Required for a stored ledger: an old token that is read again would look as if the app had just registered it. The
    ///     position is stored in a file with the additional suffix `.position`.
    public init(path: String, keepsPosition: Bool = false) {
        self.path = path
        positionPath = keepsPosition ? path + ".position" : nil
        guard let positionPath, let text = try? Data(ofFile: positionPath) else { return }
        let numbers = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        // A damaged position counts as none. Every line has a byte at least.
        if numbers.count == 2, numbers[0] >= 0, 0...numbers[0] ~= numbers[1] { (offset, number) = (numbers[0], numbers[1]) }
    }

    /// Records that everything read so far is in the ledger: the next process continues after it.
    ///
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)`` if the position cannot be written.
    public func keepPosition() throws(PushError) {
        guard let positionPath else { return }
        do { try Data("\(offset) \(number)\n".utf8).write(to: URL(filePath: positionPath), options: .atomic) } catch {
            throw .badConfiguration(file: positionPath, line: 0, reason: "it cannot be written: \(error)")
        }
    }

    /// The entries of the complete lines that were appended since the last call.
    ///
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)`` for the first invalid line. The message contains no token.
    ///   The next call continues after the line. The same error, once, for a file that exists and cannot be read; there are no
    ///   entries then until it can.
    public mutating func readNew() throws(PushError) -> [Entry] {
        var bytes: Data.SubSequence
        do {
            bytes = try newBytes()[...]
            isUnreadable = false
        } catch {
            if isUnreadable { return [] }
            isUnreadable = true
            throw .badConfiguration(file: path, line: 0, reason: "it cannot be read: \(error)")
        }
        var entries: [Entry] = []
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(bytes[..<end])
            bytes = bytes[(end + 1)...]
            offset += line.count + 1
            number += 1
            guard !line.isEmpty else { continue }
            do throws(PushError) { entries.append(try Self.entry(line)) } catch {
                if !entries.isEmpty {
                    // The valid lines before it are returned first; the next call reads the invalid line again and throws.
                    (offset, number) = (offset - line.count - 1, number - 1)
                    return entries
                }
                throw .badConfiguration(file: path, line: number, reason: "\(error)")
            }
        }
        return entries
    }

    /// The bytes behind the last line that was read.
    private mutating func newBytes() throws -> Data {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return Data() }
            throw DurableFile.Failure("open")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let size = Int(clamping: try file.seekToEnd())
        // The file is shorter than before, so it was replaced.
        if size < offset { (offset, number) = (0, 0) }
        guard size > offset else { return Data() }
        try file.seek(toOffset: UInt64(offset))
        return try file.readToEnd() ?? Data()
    }

    /// The JSON names of a line that registers a token.
    package static let tokenMembers = [
        "installation", "owner", "app", "environment", "token", "activity", "start", "widgets", "messages",
    ]

    package static func entry(_ line: [UInt8]) throws(PushError) -> Entry {
        guard let value = try? JSONValue(parsing: line), let installation = value["installation"]?.string else {
            throw .badPayload(reason: "a line is a JSON object with 'installation'")
        }
        let members = tokenMembers + ["heard", "forget"]
        if let unknown = value.members.first(where: { !members.contains($0.key) })?.key {
            throw .badPayload(reason: CaseNames.unknown(unknown, "member", among: members))
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
        } else if value["messages"]?.bool == true {
            target = .messages
        } else {
            throw .badPayload(
                reason: "a token is for an 'activity' (its id), a 'start' (a kind), 'widgets': true, or 'messages': true (FCM)")
        }
        return .token(
            target == .messages ? try DeviceToken(registration: token) : try DeviceToken(hex: token), target, id,
            OwnerID(rawValue: owner), PushAppID(try BundleID(app: app), environment))
    }
}
#endif
