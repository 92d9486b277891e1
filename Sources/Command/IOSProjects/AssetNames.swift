import Foundation
import PreviewRequests

/// The names of images and colors in asset catalogs, and the properties that Xcode generates for them.
struct AssetNames {
    let images: [String]
    let colors: [String]

    var isEmpty: Bool { images.isEmpty && colors.isEmpty }

    init(images: [String], colors: [String]) { (self.images, self.colors) = (images, colors) }

    init(_ catalog: AssetCatalog) { self.init(images: catalog.images.keys.sorted(), colors: catalog.colors.keys.sorted()) }

    /// A Swift file with a property for each asset, as Xcode generates it.
    ///
    /// Those of UIKit are disfavored, because `Color(.brand)` means the resource.
    ///
    /// - Parameter files: The files of the same module. A color that they declare already is not generated.
    func symbols(beside files: [SwiftFile]) -> String {
        let declared = files.reduce(into: Set<String>()) { $0.formUnion($1.members) }
        let images = Self.properties(images, dropping: "Image", of: "ImageResource")
        let colors = Self.properties(colors, dropping: "Color", of: "ColorResource")
        let short = Self.symbols(self.colors, dropping: "Color", without: declared.union(Self.ownColors))
        let ofColor = short.map { "    static var \($0): Color { Color(ColorResource.\($0)) }" }.joined(separator: "\n")
        let ofUIColor = Self.disfavored(
            Self.symbols(self.colors, dropping: "Color", without: declared.union(Self.uiColors)), of: "UIColor")
        let ofUIImage = Self.disfavored(
            Self.symbols(self.images, dropping: "Image", without: declared.union(Self.ownImages)), of: "UIImage")
        return """
            import SwiftUI

            extension ImageResource {
            \(images.joined(separator: "\n"))
            }

            extension ColorResource {
            \(colors.joined(separator: "\n"))
            }

            extension Color {
            \(ofColor)
            }

            extension UIColor {
            \(ofUIColor)
            }

            extension UIImage {
            \(ofUIImage)
            }

            extension ShapeStyle where Self == Color {
            \(ofColor)
            }

            """
    }

    /// The symbols of assets outside of folders with a namespace, without those in `declared`.
    private static func symbols(_ names: [String], dropping suffix: String, without declared: Set<String>) -> [String] {
        Set(names.filter { !$0.contains("/") }.map { symbol($0, dropping: suffix) }).subtracting(declared).sorted()
    }

    /// Properties of a type of UIKit, each of which is the asset with the same symbol.
    private static func disfavored(_ symbols: [String], of type: String) -> String {
        symbols.map { "    @_disfavoredOverload static var \($0): \(type) { \(type)(resource: .\($0)) }" }
            .joined(separator: "\n")
    }

    /// Names that `Color` and `ShapeStyle` already declare; Xcode generates no properties for these.
    private static let ownColors = sharedColors.union([
        "indigo", "mint", "pink", "primary", "secondary", "teal", "accentColor", "background", "fill", "foreground",
        "placeholder", "quaternary", "quinary", "selection", "tertiary", "tint", "windowBackground",
    ])

    /// Names that `UIColor` declares.
    private static let uiColors = sharedColors.union([
        "label", "magenta", "darkGray", "lightGray", "darkText", "lightText", "placeholderText", "tintColor",
        "secondaryLabel", "tertiaryLabel", "quaternaryLabel",
    ])

    private static let sharedColors: Set = [
        "black", "blue", "brown", "clear", "cyan", "gray", "green", "orange", "purple", "red", "white", "yellow", "link",
        "separator",
    ]

    /// Names that `UIImage` declares.
    private static let ownImages: Set = ["add", "remove", "checkmark", "strokedCheckmark", "actions"]

    /// Properties for assets. Assets in a folder with a namespace are in an enumeration with the folder's name.
    private static func properties(_ names: [String], dropping suffix: String, of type: String, in folder: String = "")
        -> [String]
    {
        var taken: Set<String> = []
        var lines: [String] = []
        var folders: [String: [String]] = [:]
        for name in names {
            let rest = name.dropFirst(folder.count)
            if let slash = rest.firstIndex(of: "/") {
                folders[String(rest[..<slash]), default: []].append(name)
                continue
            }
            let symbol = symbol(String(rest), dropping: suffix)
            guard taken.insert(symbol).inserted else { continue }
            let quoted = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            lines.append("    static let \(symbol) = \(type)(name: \"\(quoted)\")")
        }
        for (inner, names) in folders.sorted(by: { $0.key < $1.key }) {
            let symbol = symbol(inner, dropping: "")
            let space = symbol.first.map { $0.uppercased() + symbol.dropFirst() } ?? symbol
            lines.append("    enum \(space) {")
            lines += properties(names, dropping: suffix, of: type, in: folder + inner + "/")
            lines.append("    }")
        }
        return lines
    }

    /// The name of the property for an asset: `icCarIcon` for `ic_car-icon`, and `brand` for a color `BrandColor`.
    static func symbol(_ name: String, dropping suffix: String) -> String {
        var parts = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        if parts.isEmpty { return "_" }
        if let last = parts.last, !suffix.isEmpty, last.hasSuffix(suffix), name.count > suffix.count {
            parts[parts.count - 1].removeLast(suffix.count)
            if parts[parts.count - 1].isEmpty { parts.removeLast() }
        }
        let first = parts[0]
        // `URLIcon` becomes `urlIcon`: the capitals at the beginning form one word, except for the last one, which begins the
        // next word.
        let capitals = first.prefix { $0.isUppercase }.count
        let small = capitals <= 1 || capitals == first.count ? max(capitals, 1) : capitals - 1
        let head = first.prefix(small).lowercased() + first.dropFirst(small)
        let symbol = head + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        if symbol.first?.isNumber == true { return "_" + symbol }
        return identifier(symbol)
    }

    /// A name as its declaration has it: a keyword between backticks.
    static func identifier(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// The keywords of Swift's grammar.
    private static let keywords: Set = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout", "internal",
        "let", "operator", "precedencegroup", "private", "protocol", "public", "rethrows", "static", "struct", "subscript",
        "typealias", "var",
        "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if", "in",
        "repeat", "return", "switch", "throw", "where", "while",
        "Any", "as", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try",
    ]
}
