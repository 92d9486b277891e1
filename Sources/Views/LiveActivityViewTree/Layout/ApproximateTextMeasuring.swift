public import Foundation

/// Estimates the size of text without fonts or shaping. The result is the same on every machine.
///
/// Latin letters have the widths of the typeface Inter, which is close to iOS's own font; weights other than regular
/// and bold are interpolated. Letters of other scripts have one width per kind. Lines break at spaces, after hyphens
/// and between East Asian characters. Widths of Latin text are accurate to a few percent: enough to lay out views and
/// to detect truncation, not to draw a picture.
public struct ApproximateTextMeasuring: TextMeasuring {
    /// A measurer without settings.
    public init() {}

    /// Estimates the size of the text. See ``TextMeasuring/measure(_:at:width:height:)``.
    public func measure(_ text: TextNode, at now: Date, width: Double?, height: Double?) -> MeasuredText {
        let pieces = Self.pieces(of: text, at: now)
        return TextFitting(text).fit(width: width, height: height) { scale, width in
            Self.flow(pieces, scale, width ?? .infinity)
        }
    }

    /// A character, or an image within the text.
    private struct Piece {
        var width: Double
        var isSpace = false
        var isNewline = false
        var mayBreakAfter = false
    }

    private static func pieces(of text: TextNode, at now: Date) -> [Piece] {
        var pieces: [Piece] = []
        for run in text.runs {
            if case .image(let image) = run.content {
                pieces.append(Piece(width: image.naturalSize.width, mayBreakAfter: true))
                continue
            }
            let size = run.font.boundedSize
            let tracking = run.tracking.isNaN ? 0 : min(max(run.tracking, -size), size)
            for character in text.string(of: run, at: now) {
                let isSpace = character == " " || character == "\t"
                pieces.append(
                    Piece(
                        width: max(0, GlyphWidths.width(of: character, in: run.font) * size + tracking), isSpace: isSpace,
                        isNewline: character.isNewline,
                        mayBreakAfter: isSpace || character == "-" || GlyphWidths.breaksAnywhere(character)))
            }
        }
        return pieces
    }

    private static func flow(_ pieces: [Piece], _ scale: Double, _ width: Double) -> TextFitting.Flow {
        guard !pieces.isEmpty else { return TextFitting.Flow(lines: 1, widestLine: 0) }
        var flow = TextFitting.Flow(lines: 1, widestLine: 0)
        var line = 0.0  // the width of the line so far
        var trimmed = 0.0  // the same without trailing spaces
        var word = 0.0  // the width since the last possible line break
        func limit(_ length: Double) -> Bool { length > width + LayoutLimits.tolerance }
        for piece in pieces {
            if piece.isNewline {
                flow.lines += 1
                flow.widestLine = max(flow.widestLine, trimmed)
                (line, trimmed, word) = (0, 0, 0)
                continue
            }
            let advance = piece.width * scale
            if limit(line + advance), !piece.isSpace, line > 0 {
                // The word moves to the next line; a word that is alone in its line is broken.
                let carried = word < line ? word : 0
                flow.widestLine = max(flow.widestLine, carried > 0 ? min(trimmed, line - carried) : trimmed)
                flow.lines += 1
                (line, word) = (carried, carried)
            }
            line += advance
            word = piece.mayBreakAfter ? 0 : word + advance
            if !piece.isSpace { trimmed = line }
        }
        flow.widestLine = max(flow.widestLine, trimmed)
        return flow
    }
}

/// Widths of characters as a fraction of the font size.
enum GlyphWidths {
    static func width(of character: Character, in font: ResolvedFont) -> Double {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        let expansion = 1 + (font.width.isNaN ? 0 : min(max(font.width, -1), 1)) * 0.2
        if first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}") { return 1.25 }
        if font.design == .monospaced { return isWide(first) ? 1.2 : 0.6 }
        if font.hasMonospacedDigits, ("0"..."9").contains(first) { return latin("0", font.weight) * expansion }
        return scalars.reduce(0) { $0 + width(of: $1, font.weight) } * expansion
    }

    private static func width(of scalar: Unicode.Scalar, _ weight: Int) -> Double {
        switch scalar.value {
        case 0x20...0x7E: return latin(scalar, weight)
        case 0..<0x20, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F: return 0
        case 0xA0: return latin(" ", weight)
        case 0x2010...0x2015: return latin("-", weight) * 1.3
        case 0x2018, 0x2019: return latin("'", weight)
        case 0x2026: return latin(".", weight) * 3
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        if isWide(scalar) { return 1 }
        switch scalar.value {
        case 0x370...0x3FF: return 0.58
        case 0x400...0x52F: return 0.62
        case 0x590...0x5FF: return 0.57
        case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: return 0.52
        case 0xC0...0x24F: return scalar.properties.isUppercase ? 0.69 : 0.58
        default: return 0.65
        }
    }

    static func breaksAnywhere(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        switch scalar.value {
        case 0xAC00...0xD7AF, 0x1100...0x11FF: return false  // Korean breaks at its spaces
        default: return isWide(scalar) || scalar.properties.isEmojiPresentation
        }
    }

    /// Whether the character is an East Asian full-width character or an emoji.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F,
            0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// Interpolates, or extrapolates, between the widths of the regular and the bold face.
    private static func latin(_ scalar: Unicode.Scalar, _ weight: Int) -> Double {
        let index = Int(scalar.value) - 32
        let share = Double(min(max(weight, 100), 900) - 400) / 300
        return (regular[index] + (bold[index] - regular[index]) * share) / 1000
    }

    // Advances of U+0020 to U+007E in thousandths, read from Inter 4.0 (SIL Open Font License 1.1, github.com/rsms/inter).
    private static let regular: [Double] = [
        281, 278, 403, 631, 638, 812, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357, 625, 464, 605, 636, 642, 608, 624,
        571, 616, 624, 276, 280, 659, 659, 659, 507, 936, 676, 651, 727, 719, 598, 587, 743, 740, 264, 543, 652, 562, 889,
        753, 761, 635, 761, 639, 638, 642, 741, 676, 949, 642, 665, 625, 362, 357, 362, 469, 452, 497, 564, 621, 558, 621,
        582, 361, 609, 591, 237, 237, 544, 237, 869, 585, 597, 609, 609, 372, 523, 364, 581, 557, 812, 540, 557, 541, 362,
        327, 362, 659,
    ]
    private static let bold: [Double] = [
        232, 325, 392, 650, 655, 859, 674, 209, 409, 409, 565, 680, 303, 469, 298, 390, 688, 489, 630, 659, 678, 645, 660,
        595, 661, 660, 298, 303, 680, 680, 680, 562, 1031, 748, 661, 752, 727, 613, 585, 761, 746, 281, 570, 690, 567, 915,
        735, 782, 648, 783, 656, 655, 668, 729, 748, 1036, 714, 724, 667, 409, 390, 409, 488, 477, 497, 580, 635, 587, 635,
        598, 386, 633, 624, 272, 272, 582, 272, 912, 622, 614, 632, 632, 409, 562, 388, 622, 586, 850, 574, 586, 572, 409,
        374, 409, 680,
    ]
}
