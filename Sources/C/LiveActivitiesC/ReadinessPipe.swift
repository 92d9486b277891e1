/// A file descriptor for a host's `poll(2)` loop: a pipe that contains one byte while the host has something to do, and is
/// empty otherwise.
final class ReadinessPipe {
    /// The read end, for which the host waits.
    let descriptor: Int32
    private let writeEnd: Int32
    private var isSet = false

    /// Creates the pipe; `nil` if the system has no descriptors left.
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

    /// Writes or removes the byte. Does nothing if the pipe is already in the requested state.
    func setReadable(_ isReadable: Bool) {
        guard isReadable != isSet else { return }
        isSet = isReadable
        var byte: UInt8 = 1
        if isReadable { _ = write(writeEnd, &byte, 1) } else { _ = read(descriptor, &byte, 1) }
    }
}
