import ArgumentParser
import Foundation
import PluginTemplateFiles

/// The package in the folder `Templates/Plugin`, renamed.
///
/// `Scripts/check-packages` builds the result, runs its tests, checks and draws it.
enum PluginTemplate {
    /// The package's dependency as written in the template.
    static let dependency = #".package(name: "swift-live-activities", path: "../../..", traits: ["Preview"])"#

    static func files(for name: PluginName, dependingOn source: PackageSource) -> [TemplateFile] {
        PluginTemplateFiles.all.map { path, bytes in
            let text = String(decoding: bytes, as: UTF8.self).replacing(dependency, with: source.declaration())
            return TemplateFile(path: name.inserted(into: path), text: name.inserted(into: text))
        }
    }
}

extension PluginName {
    /// A template's text with `Errand` replaced by this name.
    func inserted(into text: String) -> String {
        // In two passes, because this name may contain the template's.
        let marks = [("errand-activities", "\u{F8F0}"), ("Errand", "\u{F8F1}"), ("errand", "\u{F8F2}")]
        let names = ["\u{F8F0}": command, "\u{F8F1}": type, "\u{F8F2}": kind]
        let marked = marks.reduce(text) { $0.replacing($1.0, with: $1.1) }
        return names.reduce(marked) { $0.replacing($1.key, with: $1.value) }
    }
}

/// The source from which the new package gets swift-live-activities.
enum PackageSource: Equatable {
    case folder(String)
    case url(String)

    /// - Parameters:
    ///   - place: A folder, relative to the current one, or a URL.
    ///   - folder: The new package's folder. A path in the same home folder is written relative to it.
    init(_ place: String, seenFrom folder: URL) {
        if place.contains("://") || place.hasPrefix("git@") {
            self = .url(place)
        } else {
            self = .folder(Self.path(to: URL(filePath: place).standardizedFileURL, from: folder))
        }
    }

    /// The checkout that this command was built in, the checkout that contains the current folder, or the checkout beside the
    /// new package.
    ///
    /// - Parameter program: The running program. An installed one is not in a checkout.
    /// - Returns: `nil` if there is neither: a path that does not exist would fail only in the first build.
    static func found(
        seenFrom folder: URL, by program: URL? = Bundle.main.executableURL,
        in current: String = FileManager.default.currentDirectoryPath
    ) -> PackageSource? {
        let beside = folder.deletingLastPathComponent().appending(path: "swift-live-activities")
        return (Checkout.around(program, current: current) ?? (Checkout.isCheckout(beside) ? beside : nil)).map {
            .folder(path(to: $0.standardizedFileURL, from: folder))
        }
    }

    /// The target's declaration in the manifest.
    ///
    /// - Parameter traits: The traits as Swift code; `nil` for the default ones.
    func declaration(traits: String? = #"["Preview"]"#) -> String {
        let end = traits.map { ", traits: \($0))" } ?? ")"
        return switch self {
        case .folder(let path): #".package(name: "swift-live-activities", path: "\#(path)"\#(end)"#
        case .url(let url): #".package(url: "\#(url)", branch: "main"\#(end)"#
        }
    }

    /// - Parameter place: The value of the option `--package`.
    /// - Throws: `ValidationError`
    init(_ place: String?, forNew folder: URL) throws {
        guard let source = place.map({ PackageSource($0, seenFrom: folder) }) ?? .found(seenFrom: folder) else {
            throw ValidationError(
                "Neither this command nor the current folder is in a checkout of swift-live-activities, and there is none "
                    + "beside the new package: give its folder or URL with --package.")
        }
        // A path that does not exist would fail only in the first build.
        if case .folder = source, let place, !Checkout.isCheckout(URL(filePath: place)) {
            throw ValidationError("'\(place)' is neither a checkout of swift-live-activities nor a URL.")
        }
        self = source
    }

    private static func path(to place: URL, from folder: URL) -> String {
        let (target, own) = (place.pathComponents, folder.pathComponents)
        let shared = zip(target, own).prefix { $0 == $1 }.count
        // If only the root is shared, the absolute path is clearer.
        guard shared > 1 else { return place.path }
        return (Array(repeating: "..", count: own.count - shared) + target.dropFirst(shared)).joined(separator: "/")
    }
}
