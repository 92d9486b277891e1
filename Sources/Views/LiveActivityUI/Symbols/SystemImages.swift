/// The icons that are drawn for system images.
///
/// Apple's SF Symbols may only be used on Apple's systems, so icons with open licenses are drawn instead: Bootstrap
/// Icons (MIT) and, where these lack one, Material Icons (Apache 2.0), or a path of this package. An unknown name is drawn as
/// a placeholder and reported by the lint.
public enum SystemImages {
    /// The icon of a system image.
    public enum Icon: Hashable, Sendable {
        /// The name of a Bootstrap Icon, without file extension.
        case bootstrap(String)
        /// A ligature of the font Material Icons.
        case material(String)
        /// An SVG path in a square of side 24, of this package.
        case path(String)
    }

    /// The drawing of a system image.
    public struct Drawing: Hashable, Sendable {
        /// A shape around an icon.
        public enum Enclosure: Hashable, Sendable {
            case circle
            /// A square with rounded corners.
            case square
        }

        public var icon: Icon
        /// The shape around the icon, for example in `shippingbox.circle`. The icon is drawn smaller inside it.
        public var enclosure: Enclosure?
        /// Whether the icon, or the shape around it, is filled.
        public var isFilled = false
        /// Whether the icon is crossed out.
        public var isSlashed = false
        /// Whether the icon follows the layout direction, as `arrow.forward` does.
        public var isMirrored = false
    }

    /// Whether there is an icon for this name.
    public static func isMapped(_ name: String) -> Bool { drawing(of: name) != nil }

    /// The drawing of the system image with this name; `nil` if it is unknown.
    ///
    /// Variants without an icon of their own are composed: `.circle` and `.square` are drawn around the icon and
    /// `.slash` across it. A filled icon replaces a missing outlined one, and the reverse. Of an unknown `.badge` the icon
    /// without it is drawn.
    ///
    /// - Parameter isLayered: Whether it is drawn in several colors, as a palette or in levels. Then a shape around an icon is
    ///   composed even if one icon has both.
    public static func drawing(of name: String, isLayered: Bool = false) -> Drawing? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 9 else { return nil }
        let composed = composed(parts)
        var drawing: Drawing
        if let icon = table[name], !isLayered || composed?.enclosure == nil {
            drawing = Drawing(icon: icon, isFilled: parts.last == "fill")
        } else {
            guard let found = composed ?? plain(parts) else { return nil }
            drawing = found
        }
        drawing.isMirrored =
            (parts.first == "arrow" || parts.first == "chevron") && (parts.contains("forward") || parts.contains("backward"))
        return drawing
    }

    /// The icon of a name without its variants, combined with the shapes of the variants.
    private static func composed(_ name: [Substring]) -> Drawing? {
        var parts = name
        let isFilled = parts.last == "fill"
        if isFilled { parts.removeLast() }
        var enclosure: Drawing.Enclosure?
        var isSlashed = false
        trim: while let last = parts.last {
            switch last {
            case "circle" where enclosure == nil: enclosure = .circle
            case "square" where enclosure == nil: enclosure = .square
            case "slash" where !isSlashed: isSlashed = true
            default: break trim
            }
            parts.removeLast()
        }
        let base = parts.joined(separator: ".")
        guard !base.isEmpty,
            let icon = isFilled ? table[base + ".fill"] ?? table[base] : table[base] ?? table[base + ".fill"]
        else { return nil }
        return Drawing(icon: icon, enclosure: enclosure, isFilled: isFilled, isSlashed: isSlashed)
    }

    /// The icon without a badge, which is not drawn; a person for a figure that is not known.
    private static func plain(_ name: [Substring]) -> Drawing? {
        if let badge = name.firstIndex(of: "badge"), badge > 0 {
            let isFilled = name.last == "fill" || name[badge - 1] == "fill"
            let base = name[..<badge].filter { $0 != "fill" } + (isFilled ? ["fill"] : [])
            return drawing(of: base.joined(separator: "."))
        }
        return name.first == "figure" && name.count > 1 ? drawing(of: "figure.stand") : nil
    }

    /// The names that have an icon of their own, sorted. Composed variants are not listed.
    public static var names: [String] { table.keys.sorted() }

    /// The icons by symbol, from `symbols.txt`, whose first lines describe its format.
    private static let table: [String: Icon] = {
        var table: [String: Icon] = [:]
        for line in String(decoding: PackageResources.symbols_txt, as: UTF8.self).split(separator: "\n")
        where !line.hasPrefix("#") {
            let columns = line.split(separator: " ")
            guard columns.count == 2 else { preconditionFailure("symbols.txt has no symbol and icon in '\(line)'") }
            let (name, icon) = (String(columns[0]), columns[1])
            if icon.hasPrefix("m:") {
                table[name] = .material(String(icon.dropFirst(2)))
            } else if icon.hasPrefix("p:") {
                table[name] = .path(String(icon.dropFirst(2)))
            } else if icon.hasSuffix("*") {
                table[name] = .bootstrap(String(icon.dropLast()))
                table[name + ".fill"] = .bootstrap(icon.dropLast() + "-fill")
            } else {
                table[name] = .bootstrap(String(icon))
            }
        }
        return table
    }()
}
