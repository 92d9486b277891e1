#if Preview
import Foundation
import LiveActivitySurfaces

/// Parses the outline of an SVG icon: `path` and `circle` elements, which is all that the icons used here contain.
struct SVGIcon {
    private var text: Substring.UTF8View
    private let side: Double
    private var elements: [ShapeNode.PathElement] = []
    private var current = (x: 0.0, y: 0.0)
    private var start = (x: 0.0, y: 0.0)
    /// The second control point of the last curve, which a smooth curve mirrors.
    private var control: (x: Double, y: Double)?

    /// - Parameter side: The side of the square in which the icon is drawn.
    /// - Returns: The path in a square of side 1; `nil` if there is no path or it is malformed.
    static func path(in svg: String, side: Double) -> [ShapeNode.PathElement]? {
        var elements: [ShapeNode.PathElement] = []
        var rest = svg[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[start...]
            guard let end = rest.firstIndex(of: ">") else { return nil }
            let tag = rest[..<end]
            rest = rest[end...]
            let data: String
            if tag.hasPrefix("<path"), let value = attribute("d", of: tag) {
                data = value
            } else if tag.hasPrefix("<circle"), let circle = circle(tag) {
                data = circle
            } else {
                continue
            }
            var icon = SVGIcon(text: data[...].utf8, side: side)
            guard icon.read() else { return nil }
            elements += icon.elements
        }
        return elements.isEmpty ? nil : elements
    }

    private static func attribute(_ name: String, of tag: Substring) -> String? {
        guard let start = tag.range(of: " \(name)=\"") else { return nil }
        return String(tag[start.upperBound...].prefix { $0 != "\"" })
    }

    /// A circle as the path of two arcs.
    private static func circle(_ tag: Substring) -> String? {
        guard let x = attribute("cx", of: tag).flatMap(Double.init), let y = attribute("cy", of: tag).flatMap(Double.init),
            let radius = attribute("r", of: tag).flatMap(Double.init)
        else { return nil }
        let half = "a\(radius) \(radius) 0 1 0"
        return "M\(x - radius) \(y)\(half) \(2 * radius) 0\(half) \(-2 * radius) 0z"
    }

    private init(text: Substring.UTF8View, side: Double) {
        self.text = text
        self.side = side
    }

    // MARK: Commands

    private mutating func read() -> Bool {
        var command: UInt8?
        while true {
            skipSeparators()
            guard let next = text.first else { return true }
            if Self.isLetter(next) {
                command = next
                text = text.dropFirst()
                if next | 0x20 == UInt8(ascii: "z") {
                    elements.append(.close)
                    current = start
                    continue
                }
            }
            guard let letter = command, draw(letter) else { return false }
            // Further coordinates after a move command are lines.
            if letter == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
            if letter == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
        }
    }

    private mutating func draw(_ letter: UInt8) -> Bool {
        let isRelative = letter >= UInt8(ascii: "a")
        let origin = isRelative ? current : (x: 0, y: 0)
        let lastControl = control
        control = nil
        switch letter | 0x20 {
        case UInt8(ascii: "m"):
            guard let to = point(origin) else { return false }
            (current, start) = (to, to)
            elements.append(.move(x: to.x / side, y: to.y / side))
        case UInt8(ascii: "l"):
            guard let to = point(origin) else { return false }
            line(to)
        case UInt8(ascii: "h"):
            guard let x = number() else { return false }
            line((x + origin.x, current.y))
        case UInt8(ascii: "v"):
            guard let y = number() else { return false }
            line((current.x, y + origin.y))
        case UInt8(ascii: "c"):
            guard let a = point(origin), let b = point(origin), let to = point(origin) else { return false }
            curve(a, b, to)
        case UInt8(ascii: "s"):
            guard let b = point(origin), let to = point(origin) else { return false }
            let a = lastControl.map { (x: 2 * current.x - $0.x, y: 2 * current.y - $0.y) } ?? current
            curve(a, b, to)
        case UInt8(ascii: "q"):
            guard let a = point(origin), let to = point(origin) else { return false }
            elements.append(.quadCurve(x: to.x / side, y: to.y / side, controlX: a.x / side, controlY: a.y / side))
            current = to
        case UInt8(ascii: "a"):
            guard let rx = number(), let ry = number(), let turn = number(), let large = flag(), let sweep = flag(),
                let to = point(origin)
            else { return false }
            arc(abs(rx), abs(ry), turn * .pi / 180, large, sweep, to)
        default: return false
        }
        return true
    }

    private mutating func line(_ to: (x: Double, y: Double)) {
        elements.append(.line(x: to.x / side, y: to.y / side))
        current = to
    }

    private mutating func curve(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double), _ to: (x: Double, y: Double)) {
        elements.append(
            .curve(
                x: to.x / side, y: to.y / side, control1X: a.x / side, control1Y: a.y / side, control2X: b.x / side,
                control2Y: b.y / side))
        control = b
        current = to
    }

    /// Adds an elliptical arc by its ends, computed as in SVG's implementation notes, as curves of at most a quarter
    /// turn.
    private mutating func arc(
        _ radiusX: Double, _ radiusY: Double, _ turn: Double, _ isLarge: Bool, _ isSweep: Bool, _ to: (x: Double, y: Double)
    ) {
        guard radiusX > 0, radiusY > 0, to != current else { return line(to) }
        let (c, s) = (cos(turn), sin(turn))
        let (dx, dy) = ((current.x - to.x) / 2, (current.y - to.y) / 2)
        let (x, y) = (c * dx + s * dy, c * dy - s * dx)
        let excess = max(1, (x * x / (radiusX * radiusX) + y * y / (radiusY * radiusY)).squareRoot())
        let (rx, ry) = (radiusX * excess, radiusY * excess)
        let down = rx * rx * y * y + ry * ry * x * x
        let length = max(0, (rx * rx * ry * ry - down) / down).squareRoot() * (isLarge == isSweep ? -1 : 1)
        let (centerX, centerY) = (length * rx * y / ry, -length * ry * x / rx)
        let middle = (
            x: c * centerX - s * centerY + (current.x + to.x) / 2, y: s * centerX + c * centerY + (current.y + to.y) / 2
        )
        let from = atan2((y - centerY) / ry, (x - centerX) / rx)
        var sweep = atan2((-y - centerY) / ry, (-x - centerX) / rx) - from
        if isSweep, sweep < 0 { sweep += 2 * .pi }
        if !isSweep, sweep > 0 { sweep -= 2 * .pi }
        // Ends or radii so small that their squares are 0.
        guard sweep.isFinite else { return line(to) }
        let parts = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
        let step = sweep / Double(parts)
        let reach = 4 / 3 * tan(step / 4)
        func onEllipse(_ u: Double, _ v: Double) -> (x: Double, y: Double) {
            (middle.x + c * rx * u - s * ry * v, middle.y + s * rx * u + c * ry * v)
        }
        for part in 0..<parts {
            let (a, b) = (from + Double(part) * step, from + Double(part + 1) * step)
            curve(
                onEllipse(cos(a) - reach * sin(a), sin(a) + reach * cos(a)),
                onEllipse(cos(b) + reach * sin(b), sin(b) - reach * cos(b)),
                part == parts - 1 ? to : onEllipse(cos(b), sin(b)))
        }
        control = nil
    }

    // MARK: Numbers

    private mutating func point(_ origin: (x: Double, y: Double)) -> (x: Double, y: Double)? {
        guard let x = number(), let y = number() else { return nil }
        return (x + origin.x, y + origin.y)
    }

    /// Reads a flag, after which no separator is required: `a1 1 0 011 1`.
    private mutating func flag() -> Bool? {
        skipSeparators()
        guard let digit = text.first, digit == UInt8(ascii: "0") || digit == UInt8(ascii: "1") else { return nil }
        text = text.dropFirst()
        return digit == UInt8(ascii: "1")
    }

    private mutating func number() -> Double? {
        skipSeparators()
        var (end, hasPoint, hasDigit) = (text.startIndex, false, false)
        var last: UInt8?
        scan: while end < text.endIndex {
            switch text[end] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
            case UInt8(ascii: "."):
                if hasPoint { break scan }
                hasPoint = true
            case UInt8(ascii: "-"), UInt8(ascii: "+"): if let last, last | 0x20 != UInt8(ascii: "e") { break scan }
            case UInt8(ascii: "e"), UInt8(ascii: "E"): if !hasDigit { break scan }
            default: break scan
            }
            last = text[end]
            end = text.index(after: end)
        }
        // No icon is that large, and sums and products of such numbers stay finite.
        guard hasDigit, let number = Double(String(Substring(text[..<end]))), abs(number) <= 1_000_000 else { return nil }
        text = text[end...]
        return number
    }

    private mutating func skipSeparators() {
        text = text.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
}
#endif
