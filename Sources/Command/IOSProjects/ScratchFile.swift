import Foundation

/// Files of the folder of build files.
///
/// A file whose content does not change keeps its date, so that only what is new is compiled.
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
