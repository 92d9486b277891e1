import Foundation

/// A missing entry in a target's property list or entitlements that a Live Activity needs.
package struct SetupFinding: Codable, Equatable, Sendable {
    package let target: String
    /// The missing entry, and the remedy.
    package let message: String

    package init(target: String, message: String) { (self.target, self.message) = (target, message) }

    /// - Parameters:
    ///   - targets: The targets for iPhone, each with its source files.
    ///   - used: The files about Live Activities.
    static func all(in targets: [(XcodeTarget, [SwiftFile])], used: [SwiftFile]) -> [SetupFinding] {
        let usesPush = used.contains { $0.names.contains("pushType") && !$0.names.isDisjoint(with: ["token", "channel"]) }
        let about = Set(targets.filter { $0.1.contains(where: \.isAboutLiveActivities) }.map(\.0.id))
        return targets.flatMap { (target, files) -> [SetupFinding] in
            // Another app of the project may be unrelated to the activities.
            guard about.contains(target.id) || !about.isDisjoint(with: target.dependencies) else { return [] }
            if target.isApp { return app(target, usesPush: usesPush) }
            return target.isExtension ? extensionPoint(target, files) : []
        }
    }

    private static func app(_ target: XcodeTarget, usesPush: Bool) -> [SetupFinding] {
        var messages: [String] = []
        let information = Information(target)
        if information.isKnown, !information.isTrue("NSSupportsLiveActivities") {
            messages.append("Info.plist needs NSSupportsLiveActivities = YES; without it, every request for an activity fails.")
        }
        let entitlements = target.file("CODE_SIGN_ENTITLEMENTS").flatMap(propertyList)
        let areKnown = entitlements != nil || target.settings["CODE_SIGN_ENTITLEMENTS"] == nil
        if usesPush, areKnown, entitlements?["aps-environment"] == nil {
            messages.append(
                "the entitlements need aps-environment (capability Push Notifications): the code requests push tokens.")
        }
        return messages.map { SetupFinding(target: target.name, message: $0) }
    }

    private static func extensionPoint(_ target: XcodeTarget, _ files: [SwiftFile]) -> [SetupFinding] {
        guard let list = Information(target).list,
            files.contains(where: { $0.imports.contains("WidgetKit") }),
            (list["NSExtension"] as? [String: Any])?["NSExtensionPointIdentifier"] as? String != "com.apple.widgetkit-extension"
        else { return [] }
        let message = "Info.plist needs NSExtension > NSExtensionPointIdentifier = com.apple.widgetkit-extension."
        return [SetupFinding(target: target.name, message: message)]
    }

    /// A target's Info.plist: a file, build settings, or both.
    private struct Information {
        let list: [String: Any]?
        private let settings: BuildSettings

        init(_ target: XcodeTarget) {
            list = target.file("INFOPLIST_FILE").flatMap(SetupFinding.propertyList)
            settings = target.settings
        }

        /// Whether the property list could be read completely; a build script of the project may generate the file.
        var isKnown: Bool { list != nil || settings["INFOPLIST_FILE"].map(\.isEmpty) ?? true }

        func isTrue(_ key: String) -> Bool {
            settings.expanded("INFOPLIST_KEY_\(key)") == "YES" || list?[key] as? Bool == true || list?[key] as? String == "YES"
        }
    }

    private static func propertyList(_ file: URL) -> [String: Any]? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        return (try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)) as? [String: Any]
    }
}
