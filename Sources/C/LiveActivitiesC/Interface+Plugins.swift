public import CLiveActivities
import LiveActivityCore
import LiveActivityHost

extension Runtime {
    /// Registers all of these providers, or none.
    fileprivate func add(_ providers: [ProviderTable]) throws(Failure) {
        do throws(EngineError) { try host.engine.checkRegistration(of: providers.map(\.kind)) } catch { throw Failure(error) }
        var opened: [ProviderTable] = []
        do {
            for provider in providers {
                try provider.open()
                opened.append(provider)
            }
            for provider in providers {
                try command { (engine) throws(EngineError) in
                    try engine.register(AnyProvider(CProvider(provider: provider)))
                }
                tables.append(provider)
                // Registering a kind is not a command, so a replay could not repeat it: a new part of the journal begins.
                host.journal?.breakOff()
            }
        } catch {
            // Providers that are registered already stay registered. Registration fails here only if the runtime was restored
            // from a snapshot of whose activities the provider can read none.
            for provider in opened where !tables.contains(where: { $0 === provider }) { provider.close() }
            throw error
        }
    }

    /// Destroys the providers and releases the plugins. The runtime was removed from the table, so no call can reach it.
    func close() {
        persistence?.store.close()
        for table in tables { table.close() }
        tables.removeAll()
        plugins.removeAll()
    }
}

@c @implementation
public func la_runtime_add_provider(_ runtime: OpaquePointer!, _ provider: UnsafePointer<la_provider>!) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let provider else { throw .argument("provider is NULL") }
        try runtime.add([try ProviderTable(provider)])
    }
}

@c @implementation
public func la_runtime_load_plugin(
    _ runtime: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ count: UnsafeMutablePointer<UInt32>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        let plugin = try LoadedPlugin(path: try text(path, "path"))
        var tables: [ProviderTable] = []
        for provider in plugin.providers { tables.append(try ProviderTable(provider)) }
        // Before its providers are added: some may stay registered when another cannot be, and use the plugin until the end.
        runtime.plugins.append(plugin)
        do throws(Failure) { try runtime.add(tables) } catch {
            if !tables.contains(where: { table in runtime.tables.contains { $0 === table } }) { runtime.plugins.removeLast() }
            throw error
        }
        count?.pointee = UInt32(tables.count)
    }
}
