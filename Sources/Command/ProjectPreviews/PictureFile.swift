#if Preview
import Foundation
import LiveActivityViewTree
import SwiftUI

/// Reads an image of an asset catalog as PNG. PDF, SVG and JPEG are converted by the programs of librsvg, Poppler and
/// gdk-pixbuf, if they are installed.
enum PictureFile {
    /// A symbol in its regular weight; `nil` if it cannot be read.
    static func symbol(_ path: String, reports: Bool) -> NamedImage? {
        guard !path.isEmpty else { return nil }
        // The file contains a medium and a small version for a font size of 100 points, or only one of them. The small version
        // corresponds to a medium one for 79 points.
        for (part, fontSize) in [("Regular-M", 100.0), ("Regular-S", 79.0)] {
            let converted = Self.converted {
                [("rsvg-convert", ["--zoom", "3", "--export-id", part, "--output", $0, path], 3)]
            }
            guard let (png, pixels) = converted else { continue }
            return NamedImage(png: png, pixelsPerPoint: pixels, isTemplate: true, symbolFontSize: fontSize)
        }
        if reports { reportMissing(URL(filePath: path)) }
        return nil
    }

    /// Reads an image; `nil` if it cannot be read.
    ///
    /// - Parameter reports: Whether missing files and programs are reported on standard error.
    static func png(_ path: String, scale: Double, reports: Bool) -> (bytes: [UInt8], pixelsPerPoint: Double)? {
        guard !path.isEmpty else { return nil }
        let file = URL(filePath: path)
        let kind = file.pathExtension.lowercased()
        if kind == "png" { return (try? Data(contentsOf: file)).map { ([UInt8]($0), scale) } }
        // A vector is drawn at three pixels per point.
        if var converted = Self.converted(by: { programs(kind, path, $0, scale) }) {
            // The longer sides are compared, because the converter may turn the image.
            if let side = longerSide(ofJPEG: path), let made = PNGHeader(converted.bytes) {
                converted.pixelsPerPoint *= Double(max(made.width, made.height)) / Double(side)
            }
            return converted
        }
        if reports { reportMissing(file) }
        return nil
    }

    /// The result of the first program that succeeds.
    ///
    /// - Parameter programs: Returns the programs to try for an output path, each with the pixels per point of its result.
    private static func converted(
        by programs: (String) -> [(program: String, arguments: [String], pixels: Double)]
    ) -> (bytes: [UInt8], pixelsPerPoint: Double)? {
        let made = FileManager.default.temporaryDirectory.appending(path: "picture-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: made) }
        for (program, arguments, pixels) in programs(made.path) where run(program, arguments) {
            if let data = try? Data(contentsOf: made) { return ([UInt8](data), pixels) }
        }
        return nil
    }

    private static func reportMissing(_ file: URL) {
        let kind = file.pathExtension.lowercased()
        let package = ["svg": "librsvg2-bin", "pdf": "poppler-utils"][kind] ?? "libgdk-pixbuf2.0-bin"
        FileHandle.standardError.write(
            Data("\(file.lastPathComponent) is not drawn: that needs a program of the Debian package \(package)\n".utf8))
    }

    private static func programs(
        _ kind: String, _ from: String, _ to: String, _ scale: Double
    ) -> [(program: String, arguments: [String], pixels: Double)] {
        switch kind {
        case "svg": [("rsvg-convert", ["--zoom", "3", "--output", to, from], 3)]
        case "pdf": [("pdftocairo", ["-png", "-singlefile", "-transp", "-r", "216", from, String(to.dropLast(4))], 3)]
        default:
            // The converter would enlarge a smaller image to this size.
            [("gdk-pixbuf-thumbnailer", ["--size", "\(min(longerSide(ofJPEG: from) ?? 1_024, 1_024))", from, to], scale)]
        }
    }

    /// The longer side of a JPEG in pixels; `nil` for another file.
    private static func longerSide(ofJPEG path: String) -> Int? {
        guard let data = try? Data(contentsOf: URL(filePath: path)), let header = JPEGHeader([UInt8](data)) else { return nil }
        let side = max(header.width, header.height)
        return side > 0 ? side : nil
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
