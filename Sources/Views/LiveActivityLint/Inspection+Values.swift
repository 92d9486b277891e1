import Foundation

// Checks numbers, lengths and durations.
extension Inspection {
    mutating func checkValues() {
        var found: [(LintRule, String, String)] = []
        forEachView { node, path in
            for effect in node.effects {
                for number in effect.numbers where !number.isValid { found.append((.invalidNumber, path, number.problem)) }
                if case .animation(let seconds) = effect, seconds > LintLimits.animationSeconds {
                    let long = seconds == .infinity ? "never ends" : "takes \(seconds.shown) s"
                    found.append((.longAnimation, path, "the animation \(long)"))
                }
            }
            for number in node.content.numbers where !number.isValid { found.append((.invalidNumber, path, number.problem)) }
            switch node.content {
            case .text(let text):
                let length = text.runs.reduce(0) { $0 + $1.content.staticText.unicodeScalars.count }
                if length > LintLimits.textLength {
                    found.append((.longText, path, "the text has \(length) characters; the limit is \(LintLimits.textLength)"))
                }
                let isEmpty = text.runs.allSatisfy { $0.content.isBlank }
                if isEmpty { found.append((.emptyText, path, "the text is empty")) }
            case .progress(let progress):
                if case .fraction(let fraction) = progress.value, !(0...1 ~= fraction) {
                    found.append((.invalidNumber, path, "the value \(fraction) is not within 0...1"))
                }
            case .gauge(let gauge) where !(0...1 ~= gauge.fraction):
                found.append((.invalidNumber, path, "the value \(gauge.fraction) is not within 0...1"))
            default: break
            }
        }
        for (rule, path, message) in found { report(rule, path, message) }
    }
}

/// Thresholds of the rules.
enum LintLimits {
    /// The maximum number of characters of one text.
    static let textLength = 500
    /// The minimum contrast ratio by WCAG level AA, for text of any size.
    static let contrast = 4.5
    /// The minimum font weight: `.medium`.
    ///
    /// Source: Documentation/Reference.md, HIG-22.
    static let weight = 500
    /// The unused width of a running text below which its alignment is not visible, in points.
    static let emptyBesideText = 8.0
    /// Pixels per point on the device with the highest resolution.
    static let scale = 3.0
    /// The maximum duration of an animation. The system stops it there.
    ///
    /// Source: Documentation/Reference.md, LIM-08.
    static let animationSeconds = 2.0
}

extension TextRun.Content {
    fileprivate var isBlank: Bool {
        guard case .string(let text) = self else { return false }
        return text.allSatisfy(\.isWhitespace)
    }
}

/// A number that affects layout or drawing.
private struct ShownNumber {
    var name: String
    var value: Double
    var mayBeInfinite = false
    var mayBeNegative = false

    /// A number without bounds, such as an offset.
    static func finite(_ name: String, _ value: Double) -> Self { Self(name: name, value: value, mayBeNegative: true) }

    var isValid: Bool {
        guard !value.isNaN, mayBeNegative || value >= 0 else { return false }
        return mayBeInfinite ? value > -.infinity : value.isFinite
    }

    var problem: String { "\(name) is \(value)" }
}

extension ViewEffect {
    fileprivate var numbers: [ShownNumber] {
        switch self {
        case .padding(let insets):
            return [
                .finite("padding's top", insets.top), .finite("padding's leading", insets.leading),
                .finite("padding's bottom", insets.bottom), .finite("padding's trailing", insets.trailing),
            ]
        case .frame(let frame):
            let lengths: [(String, Double?)] = [
                ("minWidth", frame.minWidth), ("idealWidth", frame.idealWidth), ("maxWidth", frame.maxWidth),
                ("minHeight", frame.minHeight), ("idealHeight", frame.idealHeight), ("maxHeight", frame.maxHeight),
            ]
            return lengths.compactMap { name, value in
                value.map { ShownNumber(name: "frame's \(name)", value: $0, mayBeInfinite: name.hasPrefix("max")) }
            }
        case .aspectRatio(let ratio?, _): return [ShownNumber(name: "aspectRatio", value: ratio)]
        case .layoutPriority(let value): return [.finite("layoutPriority", value)]
        case .zIndex(let value): return [.finite("zIndex", value)]
        case .offset(let x, let y): return [.finite("offset's x", x), .finite("offset's y", y)]
        case .position(let x, let y): return [.finite("position's x", x), .finite("position's y", y)]
        case .alignmentGuide(_, _, let guide):
            return [guide.offset, guide.width, guide.height].map { .finite("alignmentGuide", $0) }
        case .opacity(let value): return [ShownNumber(name: "opacity", value: value)]
        case .shadow(_, let radius, let x, let y):
            return [ShownNumber(name: "shadow's radius", value: radius), .finite("shadow's x", x), .finite("shadow's y", y)]
        case .blur(let radius): return [ShownNumber(name: "blur's radius", value: radius)]
        case .rotation(let degrees, _): return [.finite("rotation", degrees)]
        case .scale(let x, let y, _): return [.finite("scale's x", x), .finite("scale's y", y)]
        case .saturation(let amount): return [.finite("saturation", amount)]
        case .brightness(let amount): return [.finite("brightness", amount)]
        case .contrast(let amount): return [.finite("contrast", amount)]
        case .grayscale(let amount): return [.finite("grayscale", amount)]
        case .hueRotation(let degrees): return [.finite("hueRotation", degrees)]
        case .clip(let outline): return outline.numbers
        default: return []
        }
    }
}

extension ViewNode.Content {
    fileprivate var numbers: [ShownNumber] {
        switch self {
        case .text(let text):
            return [.finite("lineSpacing", text.lineSpacing)]
                + text.runs.flatMap { run -> [ShownNumber] in
                    [
                        ShownNumber(name: "the font's size", value: run.font.size), .finite("tracking", run.tracking),
                        .finite("baselineOffset", run.baselineOffset),
                    ]
                }
        case .image(let image): return [ShownNumber(name: "the font's size", value: image.font.size)]
        case .stack(let stack): return stack.spacing.map { [.finite("spacing", $0)] } ?? []
        case .grid(let grid):
            return [grid.horizontalSpacing, grid.verticalSpacing].compactMap { $0.map { .finite("spacing", $0) } }
        case .spacer(let length): return length.map { [.finite("minLength", $0)] } ?? []
        case .shape(let shape):
            guard let stroke = shape.stroke else { return shape.outline.numbers }
            return shape.outline.numbers + [
                ShownNumber(name: "lineWidth", value: stroke.lineWidth), .finite("dashPhase", stroke.dashPhase),
            ] + stroke.dash.map { ShownNumber(name: "dash", value: $0) }
        default: return []
        }
    }
}

extension ShapeNode.Outline {
    fileprivate var numbers: [ShownNumber] {
        switch self {
        case .rectangle, .circle, .ellipse, .capsule, .containerRelative: return []
        case .roundedRectangle(let width, let height, _):
            return [width, height].map { ShownNumber(name: "cornerRadius", value: $0, mayBeInfinite: true) }
        case .unevenRoundedRectangle(let topLeading, let bottomLeading, let bottomTrailing, let topTrailing):
            return [topLeading, bottomLeading, bottomTrailing, topTrailing].map {
                ShownNumber(name: "cornerRadius", value: $0, mayBeInfinite: true)
            }
        case .path(let elements, _, _):
            return elements.flatMap(\.coordinates).map { .finite("a coordinate of the path", $0) }
        case .inset(let outline, let distance): return outline.numbers + [.finite("inset", distance)]
        case .trimmed(let outline, let from, let to):
            return outline.numbers + [.finite("trim's from", from), .finite("trim's to", to)]
        case .rotated(let outline, let degrees): return outline.numbers + [.finite("rotation", degrees)]
        case .offset(let outline, let x, let y):
            return outline.numbers + [.finite("offset's x", x), .finite("offset's y", y)]
        case .scaled(let outline, let x, let y): return outline.numbers + [.finite("scale's x", x), .finite("scale's y", y)]
        }
    }
}

extension ShapeNode.PathElement {
    fileprivate var coordinates: [Double] {
        switch self {
        case .move(let x, let y), .line(let x, let y): [x, y]
        case .quadCurve(let x, let y, let controlX, let controlY): [x, y, controlX, controlY]
        case .curve(let x, let y, let x1, let y1, let x2, let y2): [x, y, x1, y1, x2, y2]
        case .close: []
        }
    }
}
