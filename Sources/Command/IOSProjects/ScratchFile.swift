import Foundation

/// Files in the build folder.
///
/// A file whose contents do not change keeps its modification date, so that it is not compiled again.
enum ScratchFile {
    static func write(_ text: String, to file: URL) throws(IOSProjectError) {
        let data = Data(text.utf8)
        if (try? Data(contentsOf: file)) == data { return }
        do {
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: file, options: .atomic)
        } catch {
            throw .unwritable(file, error.localizedDescription)
        }
    }
}
