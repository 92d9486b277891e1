#if Service
import SystemLibraries

/// The limit of open files and connections of the process.
enum FileDescriptors {
    /// Raises the limit as far as the system permits. A shell's usual 1,024 is too low for a service with streams.
    static func raiseLimit() {
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        #if canImport(Darwin)
        limit.rlim_cur = min(limit.rlim_cur, rlim_t(OPEN_MAX))
        #endif
        _ = setrlimit(resource, &limit)
    }
}
#endif
