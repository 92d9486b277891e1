import LiveActivityCore
import Synchronization

/// Decoders for as many threads as decode at the same moment.
///
/// A decoder keeps working memory and serves one thread at a time.
package final class DecoderPool: Sendable {
    private let idle = Mutex<[UncheckedSendable<WireDecoder>]>([])

    package init() {}

    /// Lends a decoder, which reads as the engine's own does.
    package func withDecoder<Result, Failure: Error>(
        _ body: (WireDecoder) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let decoder = idle.withLock { $0.popLast() } ?? Self.newDecoder()
        defer { idle.withLock { $0.append(decoder) } }
        return try body(decoder.value)
    }

    private static func newDecoder() -> UncheckedSendable<WireDecoder> {
        let decoder = WireDecoder()
        decoder.acceptsISO8601Dates = true
        decoder.notesUnread = true
        return UncheckedSendable(decoder)
    }
}
