import Foundation
import Testing

@testable import LiveActivitiesCLI

@Suite struct LineReaderTests {
    /// The lines in `bytes`; `nil` for a line that was too long.
    private func lines(_ bytes: [UInt8]) throws -> [[UInt8]?] {
        let file = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let descriptor = try Descriptor.open(reading: file.path)
        defer { descriptor.close() }
        var reader = LineReader(descriptor, name: "lines")
        var lines: [[UInt8]?] = []
        while true {
            while let line = reader.next() {
                switch line {
                case .text(let text): lines.append(Array(text))
                case .tooLong: lines.append(nil)
                }
                #expect(reader.number == lines.count)
            }
            if reader.isAtEnd { return lines }
            try reader.fill()
        }
    }

    @Test func aLastLineNeedsNoLineFeed() throws {
        #expect(try lines([]) == [])
        #expect(try lines(Array("one".utf8)) == [Array("one".utf8)])
        #expect(try lines(Array("one\n".utf8)) == [Array("one".utf8)])
        #expect(try lines(Array("one\n\ntwo\r\nthree".utf8)) == ["one", "", "two\r", "three"].map { Array($0.utf8) })
    }

    @Test func linesOfAnyLengthAreWholeAcrossBlocks() throws {
        let block = LineReader.blockBytes
        let lengths = [0, 1, block - 1, block, 3, block + 1, block * 2, 7, block * 3 - 5, LineReader.lineBytesMax, 1]
        let expected = lengths.enumerated().map { [UInt8](repeating: UInt8(0x41 + $0), count: $1) }
        #expect(try lines(Array(expected.joined(separator: [0x0A]))) == expected)
    }

    @Test func aLineBeyondTheLimitIsSkippedAndTheNextOneIsRead() throws {
        let long = [UInt8](repeating: 0x78, count: LineReader.lineBytesMax + 1)
        let longer = [UInt8](repeating: 0x78, count: LineReader.lineBytesMax * 5)
        #expect(try lines(long + [0x0A] + [0x79, 0x0A]) == [nil, [0x79]])
        #expect(try lines([0x79, 0x0A] + longer + [0x0A] + [0x79]) == [[0x79], nil, [0x79]])
        #expect(try lines(longer) == [nil])
    }

    /// A signal ends a run while parsed lines are waiting. Regression: releasing them ended the process with SIGILL.
    @Test func linesThatNobodyTakesAreReleased() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString)")
        try Data(String(repeating: "nonsense\n", count: 600).utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let descriptor = try Descriptor.open(reading: file.path)
        defer { descriptor.close() }
        weak var left: ParsedLineQueue?
        let registry = try Registry([])
        do {
            let queue = ParsedLineQueue.start(descriptor, name: "lines") { LineParser(registry, file: "lines") }
            #expect(queue.next().lines.count == 256)
            left = queue
        }
        // The reading thread holds the last reference.
        for _ in 0..<3_000 where left != nil { usleep(10_000) }
        #expect(left == nil)
    }
}
