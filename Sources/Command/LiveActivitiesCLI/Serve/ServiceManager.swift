#if Service
import SystemLibraries

/// Reports to systemd, for a unit with `Type=notify`: `systemctl start` waits until the service listens, and fails if the
/// service ends before that.
enum ServiceManager {
    /// Reports that the service listens. Does nothing where no service manager waits for it (`NOTIFY_SOCKET`; sd_notify(3)).
    static func reportReady() {
        #if os(Linux)
        guard let path = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }) else { return }
        guard var address = sockaddr_un(notifying: path) else { return }
        #if canImport(Glibc)
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
        let kind = SOCK_DGRAM | SOCK_CLOEXEC
        #endif
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return }
        defer { _ = close(descriptor) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
        let message = Array("READY=1".utf8)
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, message, message.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
        #endif
    }
}

#if os(Linux)
extension sockaddr_un {
    /// The address of a path. A path that begins with `@` is in the abstract namespace.
    ///
    /// - Returns: `nil` if the path is too long.
    fileprivate init?(notifying path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: sun_path) else { return nil }
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
    }
}
#endif
#endif
