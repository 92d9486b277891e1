import LiveActivityCore

/// A hash (FNV-1a) of the changes of many stories, byte by byte. Two processes with the same changes print the same value.
struct StoryDigest: Hashable {
    var changes: UInt64
    /// A hash with this process's random seed, to prove that the processes differ.
    var hash: Int

    init() throws {
        var changes: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { changes = (changes ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        let encoder = WireEncoder()
        encoder.outputFormatting = [.sortedKeys]
        for seed in 1...100 as ClosedRange<UInt64> {
            let story = Story(seed: seed)
            var world = try World(story.configuration)
            for step in story.steps {
                let stepTime = world.time(of: step)
                world.engine.drainChanges { _ in }
                world.perform(step.action, at: stepTime)
                for change in try world.takeChanges() { add(try encoder.encode(change)) }
            }
            add(try encoder.encode(world.engine.snapshot()))
        }
        self.changes = changes
        hash = "a word".hashValue
    }

    var line: String { "digest of the stories: \(changes) \(hash)" }

    /// Parses ``line``; `nil` for any other line.
    init?(line: some StringProtocol) {
        guard line.hasPrefix("digest of the stories: ") else { return nil }
        let numbers = line.split(separator: " ").suffix(2)
        guard let changes = numbers.first.flatMap({ UInt64($0) }), let hash = numbers.last.flatMap({ Int($0) }) else {
            return nil
        }
        (self.changes, self.hash) = (changes, hash)
    }
}
