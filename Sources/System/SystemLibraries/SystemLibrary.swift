/// A library of the system that a program needs only for a part of what it does.
///
/// Programs are linked to it as usual. `Scripts/release` then removes its entry from the program, which so starts where the
/// library is not installed, and maps nothing of it where it is. The loader binds each function when it is first called: code
/// calls ``load()`` before it calls a function of the library.
public struct SystemLibrary: Sendable {
    /// What the program needs it for, as a plural.
    let purpose: String
    /// Debian's package of it.
    let package: String
    /// One of its functions, which tells whether it is loaded.
    let function: String
    /// Its files, in the order in which they are loaded.
    let files: [String]

    public init(for purpose: String, package: String, function: String, files: [String]) {
        self.purpose = purpose
        self.package = package
        self.function = function
        self.files = files
    }

    /// Loads the library unless it is loaded. Can be called by any thread, any number of times.
    ///
    /// - Throws: ``Missing`` if a file cannot be loaded. A later call tries again.
    public func load() throws(Missing) {
        // Elsewhere a program always has the libraries that it is linked to.
        #if os(Linux)
        guard dlsym(nil, function) == nil else { return }
        for file in files where dlopen(file, RTLD_NOW | RTLD_GLOBAL) == nil {
            let reason = dlerror().map { String(cString: $0) } ?? file
            throw Missing(
                description: "\(purpose) need a library that cannot be loaded; on Debian, install \(package): \(reason)")
        }
        #endif
    }

    /// A library cannot be loaded.
    public struct Missing: Error, CustomStringConvertible {
        public var description: String
    }
}
