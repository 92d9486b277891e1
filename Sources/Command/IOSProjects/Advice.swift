import Foundation
import LiveActivityViewTree
import PreviewRequests

extension SetupFinding {
    /// Suggested improvements that are not errors: features that a project's widgets omit, and expectations that iOS does not
    /// meet.
    ///
    /// - Parameters:
    ///   - units: The sources.
    ///   - assets: The images of the project.
    static func advice(for units: [IOSProject.Unit], assets: AssetCatalog) -> [SetupFinding] {
        let widgets = units.filter { $0.role == .widgetExtension || $0.role == .sources }
        let intents = units.flatMap(\.files).reduce(into: [String: Bool]()) { $0.merge($1.intents) { $0 || $1 } }
        var found: [SetupFinding] = []
        for unit in widgets {
            let names = unit.files.reduce(into: Set<String>()) { $0.formUnion($1.names) }
            if names.contains("ActivityConfiguration"), !names.contains("supplementalActivityFamilies") {
                found.append(
                    SetupFinding(
                        target: unit.name,
                        message: """
                            CarPlay and Apple Watch show the two compact views only, without the title: add \
                            .supplementalActivityFamilies([.small]) and a small layout.
                            """))
            }
            let used = unit.files.reduce(into: Set<String>()) { $0.formUnion($1.buttonIntents) }
            for intent in used.sorted() where intents[intent] == false {
                found.append(
                    SetupFinding(
                        target: unit.name,
                        message: """
                            a button performs \(intent) in the widget extension's process, which cannot change the activity: \
                            make it a LiveActivityIntent, which the app's process performs.
                            """))
            }
        }
        return found + assets.tooLarge.map { SetupFinding(target: $0.name, message: $0.message) }
    }
}

extension AssetCatalog {
    /// iOS terminates a widget extension that uses more than about 30 MB.
    private static let memory = 30_000_000

    /// The images that need more memory than a widget extension has.
    fileprivate var tooLarge: [(name: String, message: String)] {
        images.sorted { $0.key < $1.key }.compactMap { name, image in
            guard let size = Self.pixels(of: image.file), size.width * size.height * 4 > Self.memory else { return nil }
            let megabytes = size.width * size.height * 4 / 1_000_000
            return (
                name,
                "\(size.width) x \(size.height) pixels need \(megabytes) MB of memory; "
                    + "iOS terminates a widget extension at about 30 MB."
            )
        }
    }

    /// The size of a PNG, from its header; `nil` for another file.
    private static func pixels(of file: String) -> (width: Int, height: Int)? {
        guard file.hasSuffix(".png"), let handle = FileHandle(forReadingAtPath: file) else { return nil }
        defer { try? handle.close() }
        guard let read = try? handle.read(upToCount: 24), let size = PNGHeader([UInt8](read)) else { return nil }
        // A header with larger dimensions is not a plausible image.
        return size.width < 100_000 && size.height < 100_000 ? (size.width, size.height) : nil
    }
}

extension SwiftFile {
    /// The intents that the code declares, each with whether the app's process performs it.
    static func intents(in code: String) -> [String: Bool] {
        // An intent that opens the app is performed in the app's process.
        let opensApp = code.contains("openAppWhenRun")
        return code.matches(of: /\b(?:struct|class|extension)\s+(\w+)\s*:\s*([^{]*)\{/).reduce(into: [:]) { found, match in
            let inherited = Set(words(of: String(match.2))).filter { $0.hasSuffix("Intent") }
            guard !inherited.isEmpty else { return }
            // Intents of the system's other protocols, such as those that play audio, are performed in the app's process too.
            let isInApp = opensApp || inherited.contains { $0 != "AppIntent" }
            found[String(match.1)] = isInApp || found[String(match.1)] == true
        }
    }

    /// The intents that the code's buttons and toggles perform.
    static func buttonIntents(in code: String) -> Set<String> {
        Set(code.matches(of: /\bintent:\s*([A-Z]\w*)\s*\(/).map { String($0.1) })
    }
}
