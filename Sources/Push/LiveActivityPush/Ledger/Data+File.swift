#if Push
import Foundation

extension Data {
    /// Reads a whole file.
    ///
    /// Foundation of Swift 6.3 on Linux allocates a page for an empty file and never frees it, which adds up where a file is
    /// read every second.
    init(ofFile path: String, options: ReadingOptions = []) throws {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        self = size == 0 ? Data() : try Data(contentsOf: URL(filePath: path), options: options)
    }
}
#endif
