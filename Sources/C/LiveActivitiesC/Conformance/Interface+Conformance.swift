public import CLiveActivities
import LiveActivityConformance
import LiveActivityCore
import LiveActivityHost

// Tests for authors of stores and providers in C.

/// Returns the report to the host. The status is success only if the report is empty.
private func report(
    _ lines: [String], _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) throws(Failure) {
    let text = lines.map { $0 + "\n" }.joined()
    if let out { try returnText(Array(text.utf8), out, nil) }
    if !lines.isEmpty { throw Failure(LA_ERROR_CONFORMANCE, lines[0]) }
}

@c @implementation
public func la_store_check(
    _ open: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<la_store>?) -> la_status)!,
    _ context: UnsafeMutableRawPointer!, _ seed: UInt64, _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> la_status {
    status { () throws(Failure) in
        guard let open else { throw .argument("open is NULL") }
        var check = try StoreCheck(seed: seed) { () throws(Failure) in
            var store = la_store()
            let result = open(context, &store)
            guard result == LA_OK else { throw Failure(Int(result), "open() returned \(result)") }
            return try HostStore(&store)
        }
        try check.run()
        try report(check.found, out)
    }
}

@c @implementation
public func la_conformance_run(
    _ provider: UnsafePointer<la_provider>!, _ stories: UInt32, _ seed: UInt64,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!
) -> la_status {
    status { () throws(Failure) in
        guard let provider else { throw .argument("provider is NULL") }
        let table = try ProviderTable(provider)
        try table.open()
        defer { table.close() }
        var lines: [String] = []
        do throws(ProviderConformance.Violations) {
            try ProviderConformance.check(CProvider(provider: table), stories: stories > 0 ? Int(stories) : 100, seed: seed)
        } catch {
            lines = error.all.map { String(describing: $0) }
        }
        try report(lines, out)
    }
}
