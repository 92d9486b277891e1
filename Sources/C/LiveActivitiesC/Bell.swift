#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file descriptor that is readable while there is something to do: a pipe with one byte in it, or none.
final class Bell {
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

    func set(_ ringing: Bool) {
        guard ringing != isSet else { return }
        isSet = ringing
        var byte: UInt8 = 1
        if ringing { _ = write(writeEnd, &byte, 1) } else { _ = read(descriptor, &byte, 1) }
    }
}
