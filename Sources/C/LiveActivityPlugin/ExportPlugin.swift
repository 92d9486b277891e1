public import CLiveActivities
import LiveActivityCore

/// Exports Swift providers as a shared object that C hosts load with `la_runtime_load_plugin`.
///
/// ```swift
/// private let plugin = ExportPlugin(name: "meditation", version: "1.0") { AnyExport(MeditationTimerProvider()) }
///
/// @c(la_plugin_entry)
/// public func entry(_ host: UnsafePointer<la_host>?) -> UnsafePointer<la_plugin>? { plugin.entry(for: host) }
/// ```
///
/// Build the module as a dynamic library with `-static-stdlib`, so that it contains the Swift runtime. The object's copy and
/// the host's never exchange types; only JSON passes between them.
///
/// A shared object can have only one, because the callbacks of the C interface have no parameter that identifies it.
///
/// `@unchecked Sendable`: everything is set in `init` and only read afterwards, and lives as long as the process.
public final class ExportPlugin: @unchecked Sendable {
    private let plugin: UnsafeMutablePointer<la_plugin>
    private let exports: [AnyExport]

    /// The plugin of this shared object; a global, because the tables' callbacks have no context parameter. Written by
    /// ``entry(for:)``, which hosts call one at a time, before they call any callback.
    nonisolated(unsafe) private static var current: ExportPlugin?

    /// - Parameters:
    ///   - name: The readable name of the plugin.
    ///   - exports: The providers, of different kinds.
    public init(name: String, version: String, exporting exports: () -> [AnyExport]) {
        self.exports = exports()
        plugin = .allocate(capacity: 1)
        plugin.initialize(to: la_plugin())
        plugin.pointee.size = UInt32(MemoryLayout<la_plugin>.size)
        plugin.pointee.abi_version = UInt32(LA_PLUGIN_ABI_VERSION)
        plugin.pointee.name = permanent(name)
        plugin.pointee.version = permanent(version)
        plugin.pointee.get_factory = { id in
            guard let id, String(cString: id) == LA_PROVIDER_FACTORY else { return nil }
            return UnsafeRawPointer(ExportPlugin.factory)
        }
    }

    /// The result of `la_plugin_entry`: `nil` for a host of another ABI version.
    public func entry(for host: UnsafePointer<la_host>?) -> UnsafePointer<la_plugin>? {
        guard let host, host.pointee.abi_version == UInt32(LA_PLUGIN_ABI_VERSION) else { return nil }
        Self.current = self
        return UnsafePointer(plugin)
    }

    nonisolated(unsafe) private static let factory: UnsafePointer<la_provider_factory> = {
        let factory = UnsafeMutablePointer<la_provider_factory>.allocate(capacity: 1)
        factory.initialize(to: la_provider_factory())
        factory.pointee.size = UInt32(MemoryLayout<la_provider_factory>.size)
        factory.pointee.count = { UInt32(ExportPlugin.current?.exports.count ?? 0) }
        factory.pointee.get = { index in
            guard let exports = ExportPlugin.current?.exports, Int(index) < exports.count else { return nil }
            return exports[Int(index)].table
        }
        return UnsafePointer(factory)
    }()
}

/// Copies a string to memory that is never freed.
func permanent(_ text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    for (place, byte) in bytes.enumerated() { (memory + place).initialize(to: byte) }
    return UnsafePointer(memory)
}
