/// Which open icon stands for a system image: what a picture draws where iOS has a symbol of SF Symbols.
///
/// Apple's symbols may be drawn on Apple's systems only, so others stand in: Bootstrap Icons (MIT), and Material Icons (Apache 2.0) for
/// what those lack. A name that is not mapped is drawn as a placeholder, and found by the lint.
public enum SystemImages {
    /// Where the shape of a symbol comes from.
    public enum Icon: Hashable, Sendable {
        /// A file's name in Bootstrap Icons, without its ending.
        case bootstrap(String)
        /// A ligature of the font Material Icons.
        case material(String)
    }

    /// How a symbol is drawn.
    public struct Drawing: Hashable, Sendable {
        public enum Enclosure: Hashable, Sendable { case circle, square }

        public var icon: Icon
        /// Stands around the icon, which then is smaller: `shippingbox.circle`.
        public var enclosure: Enclosure?
        /// The symbol, or its enclosure, is a filled one.
        public var isFilled = false
        public var isSlashed = false
        /// Of its height.
        public var width = 1.0
        /// `arrow.forward` and its like point with the layout direction.
        public var isMirrored = false
    }

    /// Whether a picture has something to draw for this name.
    public static func isMapped(_ name: String) -> Bool { drawing(of: name) != nil }

    /// How the symbol of this name is drawn; `nil` for one that is not mapped.
    ///
    /// A variant that has no icon of its own is put together: `.circle` and `.square` around the icon, `.slash` across it, and without
    /// an outlined icon the filled one and the other way round.
    public static func drawing(of name: String) -> Drawing? {
        var parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 8 else { return nil }
        let isFilled = parts.last == "fill"
        var drawing: Drawing
        if let icon = table[name] {
            drawing = Drawing(icon: icon, isFilled: isFilled)
        } else {
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
            else {
                return nil
            }
            drawing = Drawing(icon: icon, enclosure: enclosure, isFilled: isFilled, isSlashed: isSlashed)
        }
        if drawing.enclosure == nil, let width = widths[name] ?? widths[parts.filter { $0 != "fill" }.joined(separator: ".")] {
            drawing.width = width
        }
        drawing.isMirrored =
            (parts.first == "arrow" || parts.first == "chevron") && (parts.contains("forward") || parts.contains("backward"))
        return drawing
    }

    /// Every name that has an icon of its own; variants that are put together are not listed.
    public static var names: [String] { table.keys.sorted() }

    private static let table: [String: Icon] = {
        var table: [String: Icon] = [:]
        for line in entries.split(separator: "\n") {
            let columns = line.split(separator: " ")
            guard columns.count == 2 else { continue }
            let (name, icon) = (String(columns[0]), columns[1])
            if icon.hasPrefix("m:") {
                table[name] = .material(String(icon.dropFirst(2)))
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
