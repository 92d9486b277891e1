import Foundation

/// Finds the widget extensions and the app in a project without a project file, such as one managed by Expo, from the folders
/// of its sources.
enum FolderUnits {
    static func units(of files: [SwiftFile], in root: URL) -> [IOSProject.Unit] {
        let widgets = folders(of: files).map { folder -> IOSProject.Unit in
            let own = files.filter { isBelow($0, folder) }
            let foreign = extensions(of: files, in: root).filter { !(folder.path + "/").hasPrefix($0.path + "/") }
            let others = files.filter { file in !isBelow(file, folder) && !foreign.contains { isBelow(file, $0) } }
            return IOSProject.Unit(
                name: folder == root ? "Sources" : folder.lastPathComponent, role: .widgetExtension,
                files: IOSProject.withNeeded(own, of: others))
        }
        let shown = Set(widgets.flatMap(\.files).map(\.url))
        let rest = files.filter { $0.isAboutLiveActivities && !shown.contains($0.url) && !isCopy($0, of: widgets) }
        guard !rest.isEmpty else { return widgets }
        let inWidgets = folders(of: files)
        let others = files.filter { file in !inWidgets.contains { isBelow(file, $0) } }
        let app = IOSProject.withNeeded(rest, of: others.filter { !$0.names.contains("UIApplicationDelegate") })
        return [IOSProject.Unit(name: "Sources", role: .sources, files: app)] + widgets
    }

    /// The folders of widget extensions: folders with a Live Activity's widget or a widget bundle, but without an app.
    private static func folders(of files: [SwiftFile]) -> [URL] {
        let bundles = files.filter { $0.names.contains("WidgetBundle") }.map(folder)
        let widgets = files.filter { $0.names.contains("ActivityConfiguration") }.map(folder)
        let all = Set(bundles + widgets).filter { folder in
            !files.contains { isBelow($0, folder) && !$0.names.isDisjoint(with: ["WindowGroup", "UIApplicationDelegate"]) }
        }
        return all.filter { folder in !all.contains { $0 != folder && folder.path.hasPrefix($0.path + "/") } }
            .sorted { $0.path < $1.path }
    }

    /// The folders that contain an extension's `Info.plist`. Their files belong only to that extension.
    private static func extensions(of files: [SwiftFile], in root: URL) -> Set<URL> {
        Set(files.map(folder)).filter { folder in
            guard folder != root, let data = try? Data(contentsOf: folder.appending(path: "Info.plist")) else { return false }
            let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
            return (list as? [String: Any])?["NSExtension"] != nil
        }
    }

    private static func folder(of file: SwiftFile) -> URL { file.url.deletingLastPathComponent().standardizedFileURL }

    private static func isBelow(_ file: SwiftFile, _ folder: URL) -> Bool { file.url.path.hasPrefix(folder.path + "/") }

    /// Whether a file declares only types that a widget extension declares too: tools put a copy of the attributes into each
    /// folder.
    private static func isCopy(_ file: SwiftFile, of widgets: [IOSProject.Unit]) -> Bool {
        !file.topLevel.isEmpty
            && widgets.contains { unit in
                file.topLevel.isSubset(of: unit.files.reduce(into: Set<String>()) { $0.formUnion($1.topLevel) })
            }
    }
}
