#if Service
import Foundation
import LiveActivityCore
import Synchronization

/// The changes that webhooks have given up after three days of retries, in a file, until an operator resends them.
///
/// The file has one letter a line. A letter is on disk before its change is acknowledged, so a crash loses none; it may keep a
/// letter that was resent just before. The file ends with the newest letters, and has up to twice as many lines as are kept.
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

    private struct State {
        var letters: [Letter] = []
        /// The number of lines in the file; `nil` if its last line may be incomplete, so that the file is to be replaced.
        var lines: Int? = 0
    }

    private let file: String?
    private let countMax: Int
    private let state: Mutex<State>

    /// Letters in memory.
    init() {
        file = nil
        countMax = Self.countMax
        state = Mutex(State())
    }

    /// - Parameter file: Created with the first letter; `nil` keeps the letters in memory.
    /// - Throws: ``ServiceError`` if the file cannot be read, or has another format.
    init(file: String?, countMax: Int = countMax) throws(ServiceError) {
        (self.file, self.countMax) = (file, countMax)
        var read = State()
        if let file, let data = try PrivateFile.read(file) {
            var lines = data.split(separator: 0x0A, omittingEmptySubsequences: false)
            // The change of an incomplete last line was not acknowledged: it will be sent, and given up, again.
            let isComplete = lines.removeLast().isEmpty
            for (number, line) in lines.enumerated() {
                do { read.letters.append(try WireDecoder().decode(Letter.self, from: [UInt8](line))) } catch {
                    throw .badConfiguration(file: file, line: number + 1, reason: "it is not a change of a webhook: \(error)")
                }
            }
            read.letters = read.letters.suffix(countMax)
            read.lines = isComplete ? lines.count : nil
        }
        state = Mutex(read)
    }

    /// The letters of a webhook, oldest first.
    func of(_ webhook: String) -> [Letter] { state.withLock { $0.letters.filter { $0.webhook == webhook } } }

    func count(of webhook: String) -> Int { state.withLock { $0.letters.count { $0.webhook == webhook } } }

    /// - Throws: The error if the file could not be written. The letter is then not kept in memory either.
    func append(_ letter: Letter) throws {
        try state.withLock { state in
            let oldest = state.letters.count >= countMax && !state.letters.isEmpty ? state.letters.removeFirst() : nil
            state.letters.append(letter)
            do { try write(letter, &state) } catch {
                state.letters.removeLast()
                if let oldest { state.letters.insert(oldest, at: 0) }
                throw error
            }
        }
    }

    private func write(_ letter: Letter, _ state: inout State) throws {
        // The file keeps replaced letters for a while, so that a letter costs a line and not the whole file.
        guard let file, let lines = state.lines, lines < 2 * countMax else { return try replaceFile(&state) }
        state.lines = nil
        try PrivateFile.append(try WireEncoder().encodeLines([letter]), to: file)
        state.lines = lines + 1
    }

    /// Removes the letters of a webhook, all of them or only some changes' letters.
    func remove(of webhook: String, _ sent: [Change]? = nil) throws {
        let keys = sent.map { Set($0.map { Key($0) }) }
        try state.withLock { state in
            let count = state.letters.count
            state.letters.removeAll { $0.webhook == webhook && keys?.contains(Key($0.change)) != false }
            if state.letters.count < count { try replaceFile(&state) }
        }
    }

    private struct Key: Hashable {
        var activity: ActivityID
        var sequence: UInt64
        init(_ change: Change) { (activity, sequence) = (change.activity, change.sequence) }
    }

    private func replaceFile(_ state: inout State) throws {
        guard let file else { return }
        state.lines = nil
        try PrivateFile.write(try WireEncoder().encodeLines(state.letters), to: file)
        state.lines = state.letters.count
    }
}
#endif
