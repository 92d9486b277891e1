#if Preview
import SystemLibraries

extension SystemLibrary {
    /// Pango with Cairo and Fontconfig.
    static let pango = SystemLibrary(
        for: "pictures", package: "libpangocairo-1.0-0", function: "pango_cairo_context_set_resolution",
        files: ["libfontconfig.so.1", "libcairo.so.2", "libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libpangocairo-1.0.so.0"])

    /// Loads the library, or ends the process with a message: what draws has no way to fail. Programs check
    /// ``PreviewResources/unavailable`` first.
    func loadOrExit() {
        do throws(Missing) { try load() } catch {
            "live-activities: \(error)\n".withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
            exit(3)
        }
    }
}
#endif
