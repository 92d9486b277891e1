import Foundation

/// Something that a Live Activity needs from a target's property list or entitlements, and that is missing.
package struct SetupFinding: Codable, Equatable, Sendable {
    package let target: String
    /// The missing entry, and the remedy.
    package let message: String

    /// - Parameters:
    ///   - targets: The targets, each with the files that it compiles.
    ///   - used: The files about Live Activities.
    static func all(in targets: [(XcodeTarget, [SwiftFile])], used: [SwiftFile]) -> [SetupFinding] {
        let usesPush = used.contains { $0.names.contains("pushType") && !$0.names.isDisjoint(with: ["token", "channel"]) }
        return targets.flatMap { (target, files) in
            if target.isApp { return app(target, usesPush: usesPush) }
            return target.isExtension ? extensionPoint(target, files) : []
        }
    }

    private static func app(_ target: XcodeTarget, usesPush: Bool) -> [SetupFinding] {
        var messages: [String] = []
        if !Information(target).isTrue("NSSupportsLiveActivities") {
            messages.append("Info.plist needs NSSupportsLiveActivities = YES: without it every request of an activity fails.")
        }
        let entitlements = target.file("CODE_SIGN_ENTITLEMENTS").flatMap(propertyList)
        if usesPush, entitlements?["aps-environment"] == nil {
            messages.append(
                "the entitlements need aps-environment (capability Push Notifications): the code asks for push tokens.")
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
        private let settings: [String: String]

        init(_ target: XcodeTarget) {
            list = target.file("INFOPLIST_FILE").flatMap(SetupFinding.propertyList)
            settings = target.settings
        }

        func isTrue(_ key: String) -> Bool {
            settings["INFOPLIST_KEY_\(key)"] == "YES" || list?[key] as? Bool == true || list?[key] as? String == "YES"
        }
    }

    private static func propertyList(_ file: URL) -> [String: Any]? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        return (try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)) as? [String: Any]
    }
}
