public import Foundation

extension FileManager {
    /// The folder that an app shares with its widget.
    ///
    /// Linux has no app groups: here each identifier is a folder of the user's, `AppGroups/` and the identifier in the data folder
    /// (`$XDG_DATA_HOME`, or `~/.local/share`). It is made when it is asked for.
    ///
    /// - Returns: `nil` where the folder cannot be made, or the identifier could lead out of `AppGroups`.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        guard !groupIdentifier.isEmpty, !groupIdentifier.contains("/"), groupIdentifier != ".", groupIdentifier != "..",
            let data = urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        else { return nil }
        let folder = data.appendingPathComponent("AppGroups").appendingPathComponent(groupIdentifier, isDirectory: true)
        guard (try? createDirectory(at: folder, withIntermediateDirectories: true)) != nil else { return nil }
        return folder
    }
}
