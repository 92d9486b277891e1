/// A file descriptor for a host's `poll(2)` loop: a pipe that holds one byte while the host has something to do, and none
/// otherwise.
final class ReadinessPipe {
    /// The end that a host waits on.
    let descriptor: Int32
    private let writeEnd: Int32
    private var isSet = false

    /// `nil` when the system has no descriptors left.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        (descriptor, writeEnd) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    /// Writes the byte, or takes it out; does nothing if the pipe is in that state already.
    func setReadable(_ isReadable: Bool) {
        guard isReadable != isSet else { return }
        isSet = isReadable
        var byte: UInt8 = 1
        if isReadable { _ = write(writeEnd, &byte, 1) } else { _ = read(descriptor, &byte, 1) }
    }
}
