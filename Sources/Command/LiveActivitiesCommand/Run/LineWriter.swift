/// Collects lines of output and writes many of them at once.
///
/// Whoever fills it calls ``flush()`` before waiting for anything, so that a reader is never kept waiting for a full buffer.
final class LineWriter {
    /// How much is collected before it is written, in bytes.
    static let blockBytes = 1 << 18

    /// What was not written yet. Append a line to it, then call ``endLine()``.
    var bytes: [UInt8] = []
    /// Whether nothing was ever written.
    var isFirstLine = true
    /// Called before anything is written: what a reader is told of has to be so.
    var beforeWriting: () throws(SystemError) -> Void = {}
    private let descriptor: Descriptor

    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
        bytes.reserveCapacity(Self.blockBytes + Self.blockBytes / 8)
    }

    func endLine() throws(SystemError) {
        bytes.append(0x0A)
        if bytes.count >= Self.blockBytes { try flush() }
    }

    func flush() throws(SystemError) {
        guard !bytes.isEmpty else { return }
        let descriptor = descriptor
        try beforeWriting()
        // Whether it could be written or not: the same bytes are never tried twice.
        defer { bytes.removeAll(keepingCapacity: true) }
        try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in try descriptor.write(UnsafeRawBufferPointer(bytes)) }
    }
}
