package import Foundation

/// The images and colors of asset catalogs, in the form that drawing needs.
///
/// For each image it contains the file with the most pixels, for light and for dark appearance; for each color the components.
package struct AssetCatalog: Codable, Equatable {
    package struct Image: Codable, Equatable {
        /// A file's path; empty for an image without a file.
        package var file: String
        package var dark: String?
        /// Pixels per point.
        package var scale: Double
        package var isTemplate = false
        /// Whether the file is a symbol exported by Apple's app SF Symbols, which scales with the font.
        package var isSymbol = false
    }

    package struct Color: Codable, Equatable {
        /// Red, green, blue and opacity from 0 to 1; empty for an unknown color.
        package var light: [Double]
        package var dark: [Double]?
        package var space = "srgb"
    }

    /// The images by name. The names of folders that provide a namespace are prefixes: `Icons/pizza`.
    package var images: [String: Image] = [:]
    package var colors: [String: Color] = [:]

    /// An empty catalog.
    package init() {}

    /// - Parameter root: The project's folder. Files outside of it are not read.
    package init(catalogs: [URL], in root: URL) {
        let root = root.resolvingSymlinksInPath()
        for catalog in catalogs { read(catalog, prefix: "", depth: 0, in: root) }
    }

    private mutating func read(_ folder: URL, prefix: String, depth: Int, in root: URL) {
        // The depth is limited, because symbolic links can form a cycle.
        guard depth < 16 else { return }
        let places = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        for place in places.sorted(by: { $0.path < $1.path }) {
            let name = prefix + place.deletingPathExtension().lastPathComponent
            switch place.pathExtension {
            case "imageset": images[name] = Image(place, in: root) ?? images[name] ?? Image(file: "", scale: 1)
            case "symbolset": images[name] = Image(symbol: place, in: root)
            case "colorset": colors[name] = Color(place) ?? colors[name] ?? Color(light: [])
            case "": read(place, prefix: Self.isNamespace(place) ? name + "/" : prefix, depth: depth + 1, in: root)
            default: break
            }
        }
    }

    package static func content(of folder: URL) -> [String: Any] {
        guard let data = try? Data(contentsOf: folder.appending(path: "Contents.json")) else { return [:] }
        return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
    }

    package static func isNamespace(_ folder: URL) -> Bool {
        (content(of: folder)["properties"] as? [String: Any])?["provides-namespace"] as? Bool == true
    }

    /// The file that a variant names in its folder; `nil` if it does not exist, or is outside of the project.
    fileprivate static func file(of variant: [String: Any], in folder: URL, of root: URL) -> String? {
        guard let name = variant["filename"] as? String, !name.contains("/") else { return nil }
        let file = folder.appending(path: name)
        guard file.isRegularFile, file.resolvingSymlinksInPath().path.hasPrefix(root.path + "/") else { return nil }
        return file.path
    }

    /// The appearance of a variant: `nil` for any, `dark`, or one that is not drawn, such as `tinted`.
    fileprivate static func appearance(of variant: [String: Any]) -> String? {
        let appearances = variant["appearances"] as? [[String: Any]] ?? []
        return appearances.compactMap { $0["value"] as? String }.first
    }
}

extension AssetCatalog.Image {
    /// The symbol in a folder `name.symbolset`; without a file if none exists.
    fileprivate init(symbol folder: URL, in root: URL) {
        let files = (AssetCatalog.content(of: folder)["symbols"] as? [[String: Any]] ?? []).lazy.compactMap {
            AssetCatalog.file(of: $0, in: folder, of: root)
        }
        self.init(file: files.first ?? "", scale: 1, isTemplate: true, isSymbol: true)
    }

    /// The image in a folder `Name.imageset`; `nil` if none of its files exist.
    fileprivate init?(_ folder: URL, in root: URL) {
        let content = AssetCatalog.content(of: folder)
        let variants = (content["images"] as? [[String: Any]] ?? []).compactMap { variant -> (String, Double, String?)? in
            guard let file = AssetCatalog.file(of: variant, in: folder, of: root) else { return nil }
            let scale = (variant["scale"] as? String).flatMap { Double($0.dropLast()) } ?? 1
            return (file, scale > 0 && scale.isFinite ? scale : 1, AssetCatalog.appearance(of: variant))
        }
        guard let best = variants.filter({ $0.2 == nil || $0.2 == "light" }).max(by: { $0.1 < $1.1 }) ?? variants.first else {
            return nil
        }
        (file, scale) = (best.0, best.1)
        dark = variants.filter { $0.2 == "dark" }.max { $0.1 < $1.1 }?.0
        let intent = (content["properties"] as? [String: Any])?["template-rendering-intent"] as? String
        isTemplate = intent == "template"
    }
}

extension AssetCatalog.Color {
    /// The color in a folder `Name.colorset`; `nil` if it contains no supported color.
    fileprivate init?(_ folder: URL) {
        let variants = (AssetCatalog.content(of: folder)["colors"] as? [[String: Any]] ?? []).compactMap {
            variant -> ([Double], String, String?)? in
            guard let color = variant["color"] as? [String: Any], let components = Self.components(of: color) else {
                return nil
            }
            return (components, color["color-space"] as? String ?? "srgb", AssetCatalog.appearance(of: variant))
        }
        guard let light = variants.first(where: { $0.2 == nil || $0.2 == "light" }) ?? variants.first else { return nil }
        (self.light, space) = (light.0, light.1)
        dark = variants.first { $0.2 == "dark" }?.0
    }

    private static func components(of color: [String: Any]) -> [Double]? {
        guard let components = color["components"] as? [String: Any] else { return nil }
        func number(_ name: String) -> Double? { value(name).flatMap { $0.isFinite ? $0 : nil } }
        func value(_ name: String) -> Double? {
            if let number = components[name] as? NSNumber { return number.doubleValue }
            guard let text = components[name] as? String else { return nil }
            if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16).map { Double($0) / 255 } }
            guard let value = Double(text) else { return nil }
            return text.contains(".") || name == "alpha" ? value : value / 255
        }
        let alpha = number("alpha") ?? 1
        if let white = number("white") { return [white, white, white, alpha] }
        guard let red = number("red"), let green = number("green"), let blue = number("blue") else { return nil }
        return [red, green, blue, alpha]
    }
}
