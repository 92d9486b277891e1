#if Preview
import Foundation

/// Reads a picture of an asset catalog as PNG. PDF, SVG and JPEG are converted by programs of librsvg, Poppler and gdk-pixbuf where they
/// are installed.
enum PictureFile {
    /// The picture; `nil` if it cannot be read.
    ///
    /// - Parameter reports: Whether what is missing is said on standard error.
    static func png(_ path: String, scale: Double, reports: Bool) -> (bytes: [UInt8], pixelsPerPoint: Double)? {
        guard !path.isEmpty else { return nil }
        let file = URL(filePath: path)
        let kind = file.pathExtension.lowercased()
        if kind == "png" { return (try? Data(contentsOf: file)).map { ([UInt8]($0), scale) } }
        let made = FileManager.default.temporaryDirectory.appending(path: "picture-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: made) }
        // A vector is drawn at three pixels per point.
        for (program, arguments, pixels) in programs(kind, path, made.path, scale) where run(program, arguments) {
            if let data = try? Data(contentsOf: made) { return ([UInt8](data), pixels) }
        }
        guard reports else { return nil }
        let package = ["svg": "librsvg2-bin", "pdf": "poppler-utils"][kind] ?? "libgdk-pixbuf2.0-bin"
        FileHandle.standardError.write(
            Data("\(file.lastPathComponent) is not drawn: that needs a program of the Debian package \(package)\n".utf8))
        return nil
    }

    private static func programs(
        _ kind: String, _ from: String, _ to: String, _ scale: Double
    ) -> [(String, [String], pixels: Double)] {
        switch kind {
        case "svg": [("rsvg-convert", ["--zoom", "3", "--output", to, from], 3)]
        case "pdf": [("pdftocairo", ["-png", "-singlefile", "-transp", "-r", "216", from, String(to.dropLast(4))], 3)]
        default: [("gdk-pixbuf-thumbnailer", ["--size", "1024", from, to], scale)]
        }
    }

    private static func run(_ program: String, _ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
#endif
