public import Foundation

extension FileManager {
    /// The folder that an app shares with its widget extension.
    ///
    /// Linux has no app groups, so each identifier is mapped to the folder `AppGroups/<identifier>` in the user's data folder
    /// (`$XDG_DATA_HOME`, or `~/.local/share`). The first call creates it.
    ///
    /// - Returns: `nil` if the folder cannot be created, or if the identifier could lead outside `AppGroups`.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        guard !groupIdentifier.isEmpty, !groupIdentifier.contains("/"), groupIdentifier != ".", groupIdentifier != "..",
            let data = urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        else { return nil }
        let folder = data.appendingPathComponent("AppGroups").appendingPathComponent(groupIdentifier, isDirectory: true)
        guard (try? createDirectory(at: folder, withIntermediateDirectories: true)) != nil else { return nil }
        return folder
    }

    /// Always `nil`: there is no iCloud.
    public func url(forUbiquityContainerIdentifier containerIdentifier: String?) -> URL? { nil }
    public var ubiquityIdentityToken: (any NSCoding & NSCopying & NSObjectProtocol)? { nil }
}

extension URL {
    /// Always `false`: files need no permission.
    @discardableResult public func startAccessingSecurityScopedResource() -> Bool { false }
    public func stopAccessingSecurityScopedResource() {}
}

extension URL {
    public static var documentsDirectory: URL { user(.documentDirectory) }
    public static var cachesDirectory: URL { user(.cachesDirectory) }
    public static var applicationSupportDirectory: URL { user(.applicationSupportDirectory) }
    public static var libraryDirectory: URL { user(.libraryDirectory) }

    private static func user(_ directory: FileManager.SearchPathDirectory) -> URL {
        FileManager.default.urls(for: directory, in: .userDomainMask).first ?? FileManager.default.temporaryDirectory
    }
}
