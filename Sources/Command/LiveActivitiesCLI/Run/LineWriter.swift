/// Collects lines of output and writes many of them at once.
///
/// Its user must call ``flush()`` before it waits for anything; otherwise the reader of the output would wait until the buffer
/// is full.
package final class LineWriter {
    /// The number of bytes that are collected before they are written.
    static let blockBytes = 1 << 18

    /// The bytes that are not written yet. Append a line to them, then call ``endLine()``.
    package var bytes: [UInt8] = []
    /// Whether no line has been appended yet. Set by the plain demo.
    package var isFirstLine = true
    /// Called before bytes are written. It flushes a store, so that every printed change is stored.
    package var beforeWriting: () throws(SystemError) -> Void = {}
    private let descriptor: Descriptor

    package init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
        bytes.reserveCapacity(Self.blockBytes + Self.blockBytes / 8)
    }

    package func endLine() throws(SystemError) {
        bytes.append(0x0A)
        if bytes.count >= Self.blockBytes { try flush() }
    }

    package func flush() throws(SystemError) {
        guard !bytes.isEmpty else { return }
        let descriptor = descriptor
        try beforeWriting()
        // Also after a failure: a second attempt could write some bytes twice.
        defer { bytes.removeAll(keepingCapacity: true) }
        try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in try descriptor.write(UnsafeRawBufferPointer(bytes)) }
    }
}
