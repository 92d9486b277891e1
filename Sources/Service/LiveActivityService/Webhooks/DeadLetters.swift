#if Service
import Foundation
import LiveActivityCore
import Synchronization

/// The changes that webhooks have given up after three days of retries, in a file, until an operator resends them.
///
/// The file has one letter a line. A letter is on disk before its change is acknowledged, so a crash loses none; it may keep a
/// letter that was resent just before.
final class DeadLetters: Sendable {
    /// A change that an endpoint did not accept.
    struct Letter: Codable, Hashable, Sendable {
        /// The webhook's name.
        var webhook: String
        /// When the change was given up.
        var at: String
        /// The error of the last request.
        var reason: String
        var change: Change
    }

    /// The maximum number of letters of all webhooks. A further one replaces the oldest.
    static let countMax = 4_096

    private let file: String?
    private let letters: Mutex<[Letter]>

    /// Letters in memory.
    init() {
        file = nil
        letters = Mutex([])
    }

    /// - Parameter file: Created with the first letter; `nil` keeps the letters in memory.
    /// - Throws: ``ServiceError/badConfiguration(file:line:reason:)`` if the file has another format.
    init(file: String?) throws(ServiceError) {
        self.file = file
        var read: [Letter] = []
        if let file, let data = try? Data(contentsOf: URL(filePath: file)) {
            for (number, line) in data.split(separator: 0x0A).enumerated() {
                do { read.append(try WireDecoder().decode(Letter.self, from: [UInt8](line))) } catch {
                    throw .badConfiguration(file: file, line: number + 1, reason: "it is not a change of a webhook: \(error)")
                }
            }
        }
        letters = Mutex(read)
    }

    /// The letters of a webhook, oldest first.
    func of(_ webhook: String) -> [Letter] { letters.withLock { $0.filter { $0.webhook == webhook } } }

    func count(of webhook: String) -> Int { letters.withLock { $0.count { $0.webhook == webhook } } }

    /// - Throws: The error if the file could not be written. The letter is kept in memory nevertheless.
    func append(_ letter: Letter) throws {
        try change { letters in
            if letters.count >= Self.countMax { letters.removeFirst() }
            letters.append(letter)
        }
    }

    /// Removes the letters of a webhook, all of them or only some changes' letters.
    func remove(of webhook: String, _ sent: [Change]? = nil) throws {
        let keys = sent.map { Set($0.map { Key($0) }) }
        try change { letters in
            letters.removeAll { $0.webhook == webhook && keys?.contains(Key($0.change)) != false }
        }
    }

    private struct Key: Hashable {
        var activity: ActivityID
        var sequence: UInt64
        init(_ change: Change) { (activity, sequence) = (change.activity, change.sequence) }
    }

    private func change(_ body: (inout [Letter]) -> Void) throws {
        try letters.withLock { letters in
            let before = letters.count
            body(&letters)
            guard let file, before > 0 || !letters.isEmpty else { return }
            var bytes: [UInt8] = []
            for letter in letters {
                bytes += try WireEncoder().encode(letter)
                bytes.append(0x0A)
            }
            try PrivateFile.write(bytes, to: file)
        }
    }
}
#endif
