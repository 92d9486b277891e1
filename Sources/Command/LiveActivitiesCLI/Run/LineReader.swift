import SystemLibraries

/// Splits the bytes of a descriptor into lines, without copying them.
///
/// One buffer is reused for every block. It grows with the longest line, up to a limit: a longer line is skipped and reported,
/// so that a file without line feeds cannot fill the memory.
struct LineReader: ~Copyable {
    /// One line, without its line feed.
    enum Line {
        /// Valid until the next call of ``next()`` or ``fill()``.
        case text(UnsafeBufferPointer<UInt8>)
        /// Skipped: it has more bytes than ``lineBytesMax``.
        case tooLong
    }

    /// The maximum length of a line, in bytes: 1 MiB, about 250 times the size of a push.
    static let lineBytesMax = 1 << 20

    /// The number of bytes per read. More saves no time; less costs system calls.
    static let blockBytes = 1 << 18

    let descriptor: Descriptor
    let name: String

    /// The number of the line that ``next()`` returned last, from 1.
    private(set) var number = 0
    /// Whether the end of the input was reached.
    private(set) var isAtEnd = false

    private var buffer: UnsafeMutableBufferPointer<UInt8>
    /// Bytes that were read and not yet returned.
    private var unread: Range<Int> = 0..<0
    /// The number of bytes of ``unread`` that are known to contain no line feed.
    private var searched = 0
    private var isSkipping = false

    init(_ descriptor: Descriptor, name: String) {
        self.descriptor = descriptor
        self.name = name
        buffer = .allocate(capacity: Self.blockBytes * 2)
    }

    deinit { buffer.deallocate() }

    /// The next complete line of the bytes read so far; at the end of the input also a last line without a line feed. `nil` if
    /// there is none.
    mutating func next() -> Line? {
        let start = unread.lowerBound
        // The buffer is never empty, so it has an address.
        let base = UnsafePointer(buffer.baseAddress.unsafelyUnwrapped)
        let from = start + searched
        if from < unread.upperBound, let found = memchr(base + from, 0x0A, unread.upperBound - from) {
            let end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            unread = end + 1..<unread.upperBound
            searched = 0
            return line(base + start, end - start)
        }
        searched = unread.count
        guard isAtEnd, !unread.isEmpty || isSkipping else { return nil }
        let count = unread.count
        unread = 0..<0
        searched = 0
        return line(base + start, count)
    }

    private mutating func line(_ start: UnsafePointer<UInt8>, _ count: Int) -> Line {
        number += 1
        if isSkipping || count > Self.lineBytesMax {
            isSkipping = false
            return .tooLong
        }
        return .text(UnsafeBufferPointer(start: start, count: count))
    }

    /// Reads the next block, waiting for input if necessary. Call it when ``next()`` returns `nil`.
    mutating func fill() throws(SystemError) {
        if unread.count > Self.lineBytesMax {
            isSkipping = true
            unread = 0..<0
            searched = 0
        }
        reserveBlock()
        let free = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[unread.upperBound...])
        guard let count = try descriptor.read(into: free, of: name) else { return }
        if count == 0 { isAtEnd = true }
        unread = unread.lowerBound..<unread.upperBound + count
    }

    /// Makes room for one block after the unread bytes, which are moved to the front.
    private mutating func reserveBlock() {
        let count = unread.count
        if unread.lowerBound > 0 {
            let base = buffer.baseAddress.unsafelyUnwrapped
            memmove(base, base + unread.lowerBound, count)
            unread = 0..<count
        }
        guard buffer.count - count < Self.blockBytes else { return }
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: buffer.count * 2)
        _ = larger.update(fromContentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
        buffer.deallocate()
        buffer = larger
    }
}
