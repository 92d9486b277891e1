import Foundation

// Checks numbers, lengths and durations.
extension Inspection {
    mutating func checkValues() {
        var found: [(LintRule, String, String)] = []
        forEachView { node, path in
            for effect in node.effects {
                for number in effect.numbers where !number.isValid {
                    found.append((.invalidNumber, path, "\(number.name) is \(number.value)"))
                }
                if case .animation(let seconds) = effect, seconds > LintLimits.animationSeconds {
                    let long = seconds == .infinity ? "never ends" : "takes \(seconds.shown) s"
                    found.append((.longAnimation, path, "the animation \(long)"))
                }
            }
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

extension ViewEffect {
    fileprivate struct Number {
        var name: String
        var value: Double
        var mayBeInfinite = false
        var mayBeNegative = false

        var isValid: Bool {
            guard !value.isNaN, mayBeNegative || value >= 0 else { return false }
            return mayBeInfinite ? value > -.infinity : value.isFinite
        }
    }

    /// The numbers that affect layout or drawing.
    fileprivate var numbers: [Number] {
        func any(_ name: String, _ value: Double) -> Number { Number(name: name, value: value, mayBeNegative: true) }
        switch self {
        case .padding(let insets):
            return [
                any("padding's top", insets.top), any("padding's leading", insets.leading),
                any("padding's bottom", insets.bottom), any("padding's trailing", insets.trailing),
            ]
        case .frame(let frame):
            let lengths: [(String, Double?)] = [
                ("minWidth", frame.minWidth), ("idealWidth", frame.idealWidth), ("maxWidth", frame.maxWidth),
                ("minHeight", frame.minHeight), ("idealHeight", frame.idealHeight), ("maxHeight", frame.maxHeight),
            ]
            return lengths.compactMap { name, value in
                value.map { Number(name: "frame's \(name)", value: $0, mayBeInfinite: name.hasPrefix("max")) }
            }
        case .aspectRatio(let ratio?, _): return [Number(name: "aspectRatio", value: ratio)]
        case .layoutPriority(let value): return [any("layoutPriority", value)]
        case .offset(let x, let y): return [any("offset's x", x), any("offset's y", y)]
        case .position(let x, let y): return [any("position's x", x), any("position's y", y)]
        case .opacity(let value): return [Number(name: "opacity", value: value)]
        case .shadow(_, let radius, let x, let y):
            return [Number(name: "shadow's radius", value: radius), any("shadow's x", x), any("shadow's y", y)]
        case .blur(let radius): return [Number(name: "blur's radius", value: radius)]
        case .rotation(let degrees, _): return [any("rotation", degrees)]
        case .scale(let x, let y, _): return [any("scale's x", x), any("scale's y", y)]
        default: return []
        }
    }
}
