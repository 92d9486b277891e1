#if Preview
import CPangoCairo
public import Foundation
public import LiveActivitySurfaces

/// The input of text layout. Equal keys give equal lines.
struct LayoutKey: Hashable {
    /// Without its paints, which do not change the lines.
    var text: TextNode
    /// `nil` unless the text runs.
    var now: Date?
    var scale: Double
    /// The width in points; `nil` sets each paragraph in one line.
    var width: Double?
    /// The number of lines after which the text is truncated; `nil` for no limit.
    var lines: Int?

    init(text: TextNode, now: Date, scale: Double, width: Double?, lines: Int?) {
        self.text = text
        for index in text.runs.indices { self.text.runs[index].paint = Self.paint }
        self.now = text.isRunning ? now : nil
        (self.scale, self.width, self.lines) = (scale, width, lines)
    }

    /// The approximate memory of the layout in bytes. Pango keeps the glyphs, clusters and breaks of each character, about 60
    /// bytes.
    var layoutBytes: Int { text.runs.reduce(1_500) { $0 + 200 + 60 * $1.content.staticText.utf8.count } }

    private static let paint = Paint.color(ResolvedColor(red: 0, green: 0, blue: 0))
}

/// A text that Pango has laid out as lines of glyphs.
final class SetText {
    let layout: OpaquePointer
    /// The range of each run in the UTF-8 bytes of the text.
    let runs: [Range<Int>]

    init(_ layout: OpaquePointer, runs: [Range<Int>]) {
        self.layout = layout
        self.runs = runs
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

    var lineCount: Int { Int(pango_layout_get_line_count(layout)) }

    func line(_ index: Int) -> UnsafeMutablePointer<PangoLayoutLine>? { pango_layout_get_line_readonly(layout, Int32(index)) }

    /// The width of a line in points.
    func width(of line: UnsafeMutablePointer<PangoLayoutLine>) -> Double {
        var logical = PangoRectangle()
        pango_layout_line_get_extents(line, nil, &logical)
        return Double(logical.width) / Double(PANGO_SCALE)
    }

    /// The horizontal ranges of some bytes of a text, in points from the start of the line; several in bidirectional
    /// text.
    func ranges(of range: Range<Int>, in line: UnsafeMutablePointer<PangoLayoutLine>) -> [Range<Double>] {
        let first = max(range.lowerBound, Int(line.pointee.start_index))
        let end = min(range.upperBound, Int(line.pointee.start_index + line.pointee.length))
        guard first < end else { return [] }
        var (ranges, count): (UnsafeMutablePointer<Int32>?, Int32) = (nil, 0)
        pango_layout_line_get_x_ranges(line, Int32(first), Int32(end), &ranges, &count)
        defer { g_free(ranges) }
        guard let ranges else { return [] }
        // The ranges are relative to the edge of the layout, where a right-aligned line starts later.
        var start: Int32 = 0
        pango_layout_line_index_to_x(line, line.pointee.start_index, 0, &start)
        var logical = PangoRectangle()
        pango_layout_line_get_extents(line, nil, &logical)
        let origin = (0..<Int(count)).reduce(Int32.max) { min($0, ranges[$1 * 2]) } < 0 ? 0 : offset(of: line, logical.width)
        return (0..<Int(count)).compactMap { index in
            let (from, to) = (Double(ranges[index * 2] - origin), Double(ranges[index * 2 + 1] - origin))
            return from < to ? from / Double(PANGO_SCALE)..<to / Double(PANGO_SCALE) : nil
        }
    }

    /// The distance of a line from the left edge of its layout.
    private func offset(of line: UnsafeMutablePointer<PangoLayoutLine>, _ width: Int32) -> Int32 {
        let set = pango_layout_get_width(line.pointee.layout)
        guard set > 0, line.pointee.resolved_dir == guint(PANGO_DIRECTION_RTL.rawValue) else { return 0 }
        return max(0, set - width)
    }

    var widestLine: Double { (0..<lineCount).reduce(0) { max($0, line($1).map(width(of:)) ?? 0) } }
}

extension FontMap {
    /// The maximum number of bytes of a text that are set, about forty screens, which bounds the time for very long
    /// texts.
    private static let longest = 20_000

    func set(_ key: LayoutKey) -> SetText {
        if let known = layouts[key] { return known }
        if layoutBytes > Self.layoutBytesMax {
            layouts.removeAll(keepingCapacity: true)
            layoutBytes = 0
        }
        let set = setAnew(key)
        layouts[key] = set
        layoutBytes += key.layoutBytes
        return set
    }

    /// About 12,000 layouts of short texts.
    private static let layoutBytesMax = 32 << 20

    private func setAnew(_ key: LayoutKey) -> SetText {
        let text = key.text
        // Never nil: GLib aborts if memory is exhausted.
        let layout = pango_layout_new(context(rightToLeft: text.isRightToLeft, locale: text.locale))!
        let attributes = pango_attr_list_new()
        var string = ""
        var ranges: [Range<Int>] = []
        for run in text.runs {
            let start = string.utf8.count
            if case .image = run.content {
                string += "\u{FFFC}"
            } else {
                // Only a running text depends on the time, and its key has one.
                string += clean(text.string(of: run, at: key.now ?? .distantPast))
            }
            let range = start..<string.utf8.count
            ranges.append(range)
            let isClock = string[string.utf8.index(string.startIndex, offsetBy: start)...].isClock
            add(run, over: range, isClock: isClock, scale: key.scale, to: attributes)
            if range.upperBound > Self.longest { break }
        }
        pango_layout_set_text(layout, string, Int32(min(string.utf8.count, Int(Int32.max))))
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        pango_layout_set_auto_dir(layout, 1)
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        if let width = key.width {
            pango_layout_set_width(layout, Int32(min(max(width + 0.02, 0), 20_000) * Double(PANGO_SCALE)))
        }
        // A clock that is too wide is cut.
        if let lines = key.lines ?? (string.isClock ? 1 : nil) {
            pango_layout_set_height(layout, Int32(-max(1, min(lines, 10_000))))
            let cut =
                switch text.truncation {
                case .head: PANGO_ELLIPSIZE_START
                case .middle: PANGO_ELLIPSIZE_MIDDLE
                case .tail: PANGO_ELLIPSIZE_END
                }
            pango_layout_set_ellipsize(layout, cut)
        }
        return SetText(layout, runs: ranges)
    }

    /// Replaces NUL, which would end a C string, and shortens very long texts at a character.
    private func clean(_ string: String) -> String {
        let string = string.utf8.count > Self.longest ? String(string.prefix(Self.longest / 4)) : string
        return string.utf8.contains(0) ? string.replacingOccurrences(of: "\0", with: "\u{FFFD}") : string
    }

    /// The additional space after each letter of a run, in points: its own tracking and the font's correction for the size.
    static func tracking(of run: TextRun, size: Double, scale: Double) -> Double {
        var spacing = run.tracking.isNaN ? 0 : min(max(run.tracking, -size), size) * scale
        if run.font.design == .default, run.font.family == nil {
            // Inter's letters move closer as the size grows, by its designer's formula. Its display cut is closer
            // already, and more than iOS's font.
            spacing += size < displaySize ? size * (-0.0223 + 0.185 * exp(-0.1745 * size)) : size * 0.01
        }
        if run.font.design == .rounded { spacing += size * ResolvedFont.pen * 0.6 }
        return spacing
    }

    private func add(_ run: TextRun, over range: Range<Int>, isClock: Bool, scale: Double, to list: OpaquePointer?) {
        func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
            guard let attribute else { return }
            attribute.pointee.start_index = guint(range.lowerBound)
            attribute.pointee.end_index = guint(range.upperBound)
            pango_attr_list_insert(list, attribute)
        }
        let size = run.font.safeSize * scale
        let description = description(of: run.font, size: size)
        insert(pango_attr_font_desc_new(description))
        pango_font_description_free(description)

        let spacing = Self.tracking(of: run, size: size, scale: scale)
        if spacing != 0 { insert(pango_attr_letter_spacing_new(Int32(spacing * Double(PANGO_SCALE)))) }

        // iOS breaks a long word without a hyphen, and a clock never.
        insert(pango_attr_insert_hyphens_new(0))
        if isClock { insert(pango_attr_allow_breaks_new(0)) }

        var features: [String] = []
        if run.font.hasMonospacedDigits { features.append("tnum=1") }
        if run.font.isSmallCaps { features += ["smcp=1", "c2sc=1"] }
        if !features.isEmpty { insert(pango_attr_font_features_new(features.joined(separator: ","))) }
        if run.underline { insert(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
        if run.strikethrough { insert(pango_attr_strikethrough_new(1)) }
        if run.baselineOffset != 0, run.baselineOffset.isFinite {
            insert(pango_attr_rise_new(Int32(min(max(run.baselineOffset, -500), 500) * scale * Double(PANGO_SCALE))))
        }
        if case .image(let image) = run.content {
            let side = image.naturalSize
            let (width, height) = (side.width * scale * Double(PANGO_SCALE), side.height * scale * Double(PANGO_SCALE))
            var place = PangoRectangle(x: 0, y: Int32(-height * 0.8), width: Int32(width), height: Int32(height))
            insert(pango_attr_shape_new(&place, &place))
        }
    }
}

extension StringProtocol {
    /// Whether the text consists of digits with colons between them, such as `1:12:00`.
    fileprivate var isClock: Bool { contains(":") && allSatisfy { $0 == ":" || $0.isNumber } }
}

/// Measures texts with the fonts of pictures, with shaping and bidirectional text.
///
/// Safe on any thread.
public struct PangoTextMeasuring: TextMeasuring {
    /// A measurer without settings.
    public init() {}

    /// Measures the text. See `TextMeasuring.measure(_:at:width:height:)`.
    public func measure(_ text: TextNode, at now: Date, width: Double?, height: Double?) -> MeasuredText {
        FontMap.use { map in
            TextFitting(text).fit(width: width, height: height) { scale, width in
                let set = map.set(LayoutKey(text: text, now: now, scale: scale, width: width, lines: nil))
                return TextFitting.Flow(lines: set.lineCount, widestLine: set.widestLine)
            }
        }
    }
}
#endif
