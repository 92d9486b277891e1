#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

/// A line of text that Pango has laid out, in pieces with one font each.
struct WebLine {
    /// A part of a run.
    struct Piece {
        var run: TextRun
        var string: String
        /// The attributes with the rule of a self-updating text; empty for other texts.
        var rule: [SVGMarkup.Attribute]
    }
    /// Pieces without an image between them, `x` points from the left of the line.
    struct Segment {
        var x: Double
        var width: Double
        var pieces: [Piece]
    }

    /// Points from the left of the surface.
    let left: Double
    let baseline: Double
    let width: Double
    let scale: Double
    let alignment: NodeAlignment.Horizontal
    let layoutIsRightToLeft: Bool
    /// The direction of the line, which its letters decide.
    let isRightToLeft: Bool
    var segments: [Segment] = []
    var images: [(image: ImageNode, x: Double, width: Double)] = []

    init(
        _ line: UnsafeMutablePointer<PangoLayoutLine>, of set: SetText, _ text: TextNode, scale: Double, baseline: Double,
        in node: LaidOutNode
    ) {
        let width = set.width(of: line)
        let leading =
            switch text.alignment {
            case .leading: 0.0
            case .center: (node.frame.width - width) / 2
            case .trailing: node.frame.width - width
            }
        left = text.isRightToLeft ? node.frame.maxX - leading - width : node.frame.minX + leading
        (self.width, self.baseline, self.scale) = (width, baseline, scale)
        alignment = text.alignment
        layoutIsRightToLeft = text.isRightToLeft
        isRightToLeft = line.pointee.resolved_dir == guint(PANGO_DIRECTION_RTL.rawValue)
        split(line, set, text)
    }

    private mutating func split(_ line: UnsafeMutablePointer<PangoLayoutLine>, _ set: SetText, _ text: TextNode) {
        let bytes = Array(String(cString: pango_layout_get_text(set.layout)).utf8)
        let first = Int(line.pointee.start_index)
        let end = min(first + Int(line.pointee.length), bytes.count)
        let hidden = line.hiddenRange
        let hasImages = text.runs.contains { if case .image = $0.content { true } else { false } }
        var pieces: [Piece] = []
        for (run, range) in zip(text.runs, set.runs) {
            let shown = range.clamped(to: first..<max(first, end))
            guard !shown.isEmpty else { continue }
            if case .image(let image) = run.content {
                guard let place = set.ranges(of: shown, in: line).first else { continue }
                images.append((image, place.lowerBound, place.upperBound - place.lowerBound))
                continue
            }
            var string = Self.string(bytes, shown, without: hidden)
            if shown.upperBound == end { while string.last == " " || string.last == "\n" { string.removeLast() } }
            let rule = shown == range && hidden == nil ? run.content.webRule(locale: text.locale) : []
            let piece = Piece(run: run, string: string, rule: rule)
            if hasImages {
                let places = set.ranges(of: shown, in: line)
                guard let start = places.map(\.lowerBound).min(), let end = places.map(\.upperBound).max() else { continue }
                segments.append(Segment(x: start, width: end - start, pieces: [piece]))
            } else {
                pieces.append(piece)
            }
        }
        if !pieces.isEmpty { segments.append(Segment(x: 0, width: width, pieces: pieces)) }
    }

    /// The string of a range, with "…" in place of the truncated part.
    private static func string(_ bytes: [UInt8], _ range: Range<Int>, without hidden: Range<Int>?) -> String {
        guard let hidden, range.overlaps(hidden) else { return String(decoding: bytes[range], as: UTF8.self) }
        let before = bytes[range.lowerBound..<max(range.lowerBound, hidden.lowerBound)]
        let after = bytes[min(range.upperBound, hidden.upperBound)..<range.upperBound]
        let dots = range.contains(hidden.lowerBound) ? "…" : ""
        return String(decoding: before, as: UTF8.self) + dots + String(decoding: after, as: UTF8.self)
    }
}

extension UnsafeMutablePointer<PangoLayoutLine> {
    /// The range of bytes that an ellipsis replaces; `nil` if the line is not truncated.
    fileprivate var hiddenRange: Range<Int>? {
        var link = pointee.runs
        while let current = link {
            if let item = current.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee.item?.pointee,
                Int32(item.analysis.flags) & Int32(1 << 1) != 0
            {
                return Int(item.offset)..<Int(item.offset + item.length)
            }
            link = current.pointee.next
        }
        return nil
    }
}

extension TextRun.Content {
    /// The rule by which a page's script updates the text, as attributes of the element. Empty for a text that does not change,
    /// and for a date or a time of day.
    fileprivate func webRule(locale: String) -> [SVGMarkup.Attribute] {
        switch self {
        case .timer(let range, let pauseTime, let countsDown, let showsHours):
            return [
                ("data-clock", "timer"), ("data-from", range.lowerBound.webTime), ("data-to", range.upperBound.webTime),
                ("data-paused", pauseTime?.webTime), ("data-down", countsDown ? "" : nil),
                ("data-hours", showsHours ? "" : nil), ("data-zero", Self.zero(locale)),
            ]
        case .date(let date, let style) where style != .date && style != .time:
            return [
                ("data-clock", style.rawValue), ("data-date", date.webTime), ("data-locale", locale),
                ("data-zero", Self.zero(locale)),
            ]
        case .string, .image, .date: return []
        }
    }

    /// The zero of the locale's digits; `nil` for "0".
    private static func zero(_ locale: String) -> String? {
        let pause = Date(timeIntervalSince1970: 0)
        let clock = Self.timer(pause...pause, pauseTime: nil, countsDown: false, showsHours: false)
        let zero = clock.string(at: pause, locale: locale).first.map(String.init)
        return zero == "0" ? nil : zero
    }
}
#endif
