#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

/// Writes SVG elements, and assigns names to elements to which others refer: gradients, clips and masks.
final class SVGMarkup {
    private(set) var text = ""
    private let prefix: String
    private var names = 0

    /// - Parameter prefix: The prefix of each name, so that several pictures can be in one page.
    init(prefix: String) { self.prefix = prefix }

    /// An attribute; left out if its value is `nil`.
    typealias Attribute = (name: String, value: String?)

    /// An element without content.
    func element(_ name: String, _ attributes: [Attribute] = []) {
        begin(name, attributes)
        text += "/>"
    }

    func element(_ name: String, _ attributes: [Attribute] = [], _ content: () -> Void) {
        begin(name, attributes)
        text += ">"
        content()
        text += "</\(name)>"
    }

    private func begin(_ name: String, _ attributes: [Attribute]) {
        // Piece by piece, as an interpolation allocates a string for each attribute.
        text += "<"
        text += name
        for case (let name, let value?) in attributes {
            text += " "
            text += name
            text += "=\""
            text += Self.escaped(value)
            text += "\""
        }
    }

    /// A group with these attributes; only its content if no attribute has a value.
    func group(_ attributes: [Attribute], _ content: () -> Void) {
        if attributes.contains(where: { $0.value != nil }) { element("g", attributes, content) } else { content() }
    }

    func write(_ string: String) { text += Self.escaped(string) }

    /// Defines an element that others refer to.
    ///
    /// - Returns: The reference, `url(#name)`.
    func define(_ name: String, _ attributes: [Attribute] = [], _ content: () -> Void) -> String {
        names += 1
        let id = "\(prefix)\(names)"
        element("defs") { element(name, [("id", id)] + attributes, content) }
        return "url(#\(id))"
    }

    /// A number with at most three decimals.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let thousandths = Int((min(max(value, -1e6), 1e6) * 1_000).rounded())
        let (whole, part) = abs(thousandths).quotientAndRemainder(dividingBy: 1_000)
        var text = thousandths < 0 ? "-" : ""
        text += String(whole)
        guard part > 0 else { return text }
        text += part < 10 ? ".00" : part < 100 ? ".0" : "."
        text += String(part % 10 > 0 ? part : part % 100 > 0 ? part / 10 : part / 100)
        return text
    }

    /// The number, or `nil` for a value that needs no attribute.
    static func number(_ value: Double, unless usual: Double) -> String? { value == usual ? nil : number(value) }

    static func frame(_ rect: CGRect) -> [Attribute] {
        [
            ("x", number(rect.minX)), ("y", number(rect.minY)), ("width", number(rect.width)), ("height", number(rect.height)),
        ]
    }

    /// Whether a byte stands for itself. U+FFFE and U+FFFF begin with 0xEF.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0xEF && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
            && byte != UInt8(ascii: "\"")
    }

    /// Text escaped for an element or an attribute. Characters that XML does not allow are replaced.
    static func escaped(_ string: String) -> String {
        if string.utf8.allSatisfy(isPlain) { return string }
        var text = ""
        text.reserveCapacity(string.utf8.count)
        for scalar in string.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\n", "\t": text.unicodeScalars.append(scalar)
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Canvas {
    /// The path that `trace` adds to Cairo's, as the data of an SVG path.
    func pathData(_ trace: (Canvas) -> Void) -> String {
        cairo_new_path(cairo)
        trace(self)
        guard let path = cairo_copy_path(cairo) else { return "" }
        defer {
            cairo_path_destroy(path)
            cairo_new_path(cairo)
        }
        var text = ""
        var index = 0
        func add(_ command: String, _ count: Int) {
            text += command
            for point in 0..<count {
                guard let data = path.pointee.data else { return }
                let at = data[index + 1 + point].point
                if point > 0 { text += " " }
                text += SVGMarkup.number(at.x)
                text += " "
                text += SVGMarkup.number(at.y)
            }
        }
        while index < Int(path.pointee.num_data), let data = path.pointee.data {
            switch data[index].header.type {
            case CAIRO_PATH_MOVE_TO: add("M", 1)
            case CAIRO_PATH_LINE_TO: add("L", 1)
            case CAIRO_PATH_CURVE_TO: add("C", 3)
            default: add("Z", 0)
            }
            index += max(1, Int(data[index].header.length))
        }
        return text
    }
}
#endif
