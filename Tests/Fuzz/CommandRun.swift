import Foundation
import LiveActivityCore

@testable import LiveActivitiesCLI

/// The logic of `live-activities run --virtual-time`, without files.
final class CommandRun {
    private let registry: Registry
    private let parser: LineParser
    /// One command can produce more output than is collected; the excess is discarded.
    private let nowhere = Descriptor(number: open("/dev/null", O_WRONLY))

    init(_ providers: [AnyProvider]) {
        registry = must("a registry") { try Registry(providers.map { CommandKind($0) }) }
        parser = LineParser(registry, file: "-")
    }

    /// - Returns: The lines of the output.
    func run(_ input: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let output = LineWriter(nowhere)
        var written: [UInt8] = []
        output.beforeWriting = { written += output.bytes }
        defer { output.beforeWriting = {} }
        let host = must("a host") { try EngineHost(registry, EngineConfiguration()) }
        let encoder = WireEncoder()
        let session = CommandSession(host, kinds: registry.kinds, clock: .virtual, output: output) { problem in
            // Encoded as it would be written to standard error.
            _ = must("a problem as JSON") { try encoder.encode(problem) }
        }
        var number = 0
        for line in input.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(64) {
            number += 1
            guard let parsed = parser.parse(.text(UnsafeBufferPointer(rebasing: line)), number: number) else { continue }
            must("the output is written") { try session.take(parsed, file: "-", number: number) }
            if output.bytes.count > LineWriter.blockBytes / 2 { return written + output.bytes }
        }
        for _ in 0..<20 {
            guard let deadline = session.nextDeadline, output.bytes.count < LineWriter.blockBytes / 2 else { break }
            must("the output is written") { try session.advance(to: deadline) }
        }
        return written + output.bytes
    }
}
