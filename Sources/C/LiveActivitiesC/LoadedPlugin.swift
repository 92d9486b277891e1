import CLiveActivities
import LiveActivityCore

/// A shared object that a runtime has loaded. It stays initialised while any runtime uses it.
final class LoadedPlugin {
    private let plugin: UnsafePointer<la_plugin>
    let providers: [UnsafePointer<la_provider>]

    /// The maximum number of kinds of a runtime.
    private static let providersMax: UInt32 = 1_024

    /// Loads, checks and initialises a shared object. On an error everything is undone, except that the object stays in memory.
    init(path: String) throws(Failure) {
        plugin = try Self.entry(of: path)
        try PluginUse.shared.begin(plugin, path)
        do {
            providers = try Self.providers(of: plugin, path)
        } catch {
            PluginUse.shared.end(plugin)
            throw error
        }
    }

    deinit { PluginUse.shared.end(plugin) }

    private static func entry(of path: String) throws(Failure) -> UnsafePointer<la_plugin> {
        // Never unloaded: a plugin may contain a Swift runtime, which cannot be unloaded.
        guard let object = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
            throw bad("cannot be loaded: \(dlerror().map { String(cString: $0) } ?? path)")
        }
        guard let symbol = dlsym(object, LA_PLUGIN_ENTRY) else {
            dlclose(object)
            throw bad("'\(path)' has no \(LA_PLUGIN_ENTRY)()")
        }
        let entry = unsafeBitCast(symbol, to: la_plugin_entry_function.self)
        guard let plugin = entry(PluginUse.shared.host) else {
            throw bad("\(LA_PLUGIN_ENTRY)() of '\(path)' returned NULL: it cannot work with this library")
        }
        guard plugin.pointee.size >= MemoryLayout<la_plugin>.size else {
            throw Failure(LA_ERROR_INVALID_SIZE, "la_plugin.size of '\(path)' is \(plugin.pointee.size)")
        }
        guard plugin.pointee.abi_version == UInt32(LA_PLUGIN_ABI_VERSION) else {
            throw bad(
                "'\(path)' has ABI version \(plugin.pointee.abi_version), and this library supports \(LA_PLUGIN_ABI_VERSION)")
        }
        return plugin
    }

    private static func providers(of plugin: UnsafePointer<la_plugin>, _ path: String) throws(Failure)
        -> [UnsafePointer<la_provider>]
    {
        guard let getFactory = plugin.pointee.get_factory, let pointer = getFactory(LA_PROVIDER_FACTORY) else {
            throw bad("'\(path)' has no factory '\(LA_PROVIDER_FACTORY)'")
        }
        let factory = pointer.assumingMemoryBound(to: la_provider_factory.self)
        guard factory.pointee.size >= MemoryLayout<la_provider_factory>.size, let count = factory.pointee.count,
            let get = factory.pointee.get
        else { throw bad("the provider factory of '\(path)' is incomplete") }
        let total = count()
        guard total <= providersMax else { throw bad("'\(path)' reports \(total) providers") }
        var providers: [UnsafePointer<la_provider>] = []
        for index in 0..<total {
            guard let provider = get(index) else { throw bad("provider \(index) of '\(path)' is NULL") }
            providers.append(provider)
        }
        return providers
    }

    private static func bad(_ reason: String) -> Failure { Failure(LA_ERROR_BAD_PLUGIN, reason) }
}

/// The number of runtimes that use each plugin of the process.
///
/// `@unchecked Sendable`: `lock` guards `counts`, and `host` does not change after `init`.
private final class PluginUse: @unchecked Sendable {
    static let shared = PluginUse()

    let host: UnsafeMutablePointer<la_host>
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var counts: [UnsafePointer<la_plugin>: Int] = [:]

    private init() {
        host = .allocate(capacity: 1)
        host.initialize(
            to: la_host(
                size: UInt32(MemoryLayout<la_host>.size), abi_version: UInt32(LA_PLUGIN_ABI_VERSION), version: la_version(),
                reserved: 0))
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
        pthread_mutex_init(lock, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    func begin(_ plugin: UnsafePointer<la_plugin>, _ path: String) throws(Failure) {
        // Locking fails if a plugin's init() loads a plugin.
        guard pthread_mutex_lock(lock) == 0 else { throw .busy }
        defer { pthread_mutex_unlock(lock) }
        if counts[plugin] == nil, let initialize = plugin.pointee.`init` {
            let result = initialize(path)
            guard result == LA_OK else {
                throw Failure(LA_ERROR_BAD_PLUGIN, "init() of '\(path)' returned \(result)")
            }
        }
        counts[plugin, default: 0] += 1
    }

    func end(_ plugin: UnsafePointer<la_plugin>) {
        guard pthread_mutex_lock(lock) == 0 else { return }
        defer { pthread_mutex_unlock(lock) }
        guard let count = counts[plugin] else { return }
        counts[plugin] = count > 1 ? count - 1 : nil
        if count == 1 { plugin.pointee.deinit?() }
    }
}
