#if Preview
import CPangoCairo
import CPangoFC
import Foundation
import LiveActivitySurfaces
import Synchronization
import SystemLibraries

/// The fonts for pictures, found independently of the user's font settings.
///
/// The system's font is Inter: its text cut below 20 points, its display cut from there. Other scripts, emoji, and
/// serif and monospaced designs use Noto. Only the folders of these families are searched, so the same text gets the
/// same fonts whatever else is installed. The environment variable `LIVE_ACTIVITIES_FONTS` adds folders, separated by
/// colons, for an app's own fonts.
///
/// One thread at a time uses Pango and Cairo. Cairo 1.16 opens the file of a font without a lock, and closes a file that
/// another thread is about to use if more than ten are open: with a map for each thread, the process crashed.
///
/// `@unchecked Sendable`: the map is made in ``use(_:)`` under its lock, and only a body that runs under the same lock receives
/// it. No body keeps the map: painters hold it as long as they draw one picture.
final class FontMap: @unchecked Sendable {
    private var contexts: [ContextKey: OpaquePointer] = [:]
    private let map: UnsafeMutablePointer<PangoFontMap>
    var layouts: [LayoutKey: SetText] = [:]
    /// The approximate memory of the layouts in bytes.
    var layoutBytes = 0
    var symbols: [String: [ShapeNode.PathElement]?] = [:]

    /// Created when first needed.
    private static let shared = Mutex<FontMap?>(nil)

    /// Calls `body` with the map, which no other thread uses meanwhile. It must not call this function again.
    static func use<Result: Sendable, Failure>(_ body: (FontMap) throws(Failure) -> Result) throws(Failure) -> Result {
        try shared.withLock { (shared) throws(Failure) in
            let map = shared ?? FontMap()
            shared = map
            return try body(map)
        }
    }

    /// The fonts. Searching the folders takes some tens of milliseconds.
    private static func configuration() -> OpaquePointer? {
        let configuration = FcConfigCreate()
        configurationText.withCString { text in
            text.withMemoryRebound(to: FcChar8.self, capacity: strlen(text)) {
                _ = FcConfigParseAndLoadFromMemory(configuration, $0, 0)
            }
        }
        FcConfigBuildFonts(configuration)
        return configuration
    }

    private init() {
        SystemLibrary.pango.loadOrExit()
        map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT)
        pango_fc_font_map_set_config(OpaquePointer(map), Self.configuration())
    }

    /// The context of texts in one language and direction.
    ///
    /// Pango lays a text out again when its context has changed. So a context is never changed: with one for all, a text of
    /// neutral characters, such as a clock, took the direction of the last text.
    func context(rightToLeft: Bool, locale: String) -> OpaquePointer {
        let key = ContextKey(isRightToLeft: rightToLeft, locale: locale)
        if let known = contexts[key] { return known }
        // Layouts keep their contexts alive.
        if contexts.count >= 64 {
            for context in contexts.values { g_object_unref(gpointer(context)) }
            contexts.removeAll()
        }
        let context: OpaquePointer = pango_font_map_create_context(map)
        pango_context_set_base_dir(context, rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
        pango_context_set_language(context, pango_language_from_string(locale))
        // Glyph positions are not rounded to whole pixels, so that a text has the same width at 1× and at 3×.
        pango_context_set_round_glyph_positions(context, 0)
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_cairo_context_set_resolution(context, 72)
        contexts[key] = context
        return context
    }

    private struct ContextKey: Hashable {
        let isRightToLeft: Bool
        let locale: String
    }

    // MARK: Folders

    private static let folders = [
        "/usr/share/fonts/opentype/inter", "/usr/share/fonts/opentype/noto", "/usr/share/fonts/truetype/noto",
        "/usr/share/fonts/truetype/material-design-icons-iconfont",
        // The folders of Homebrew casks on macOS.
        NSHomeDirectory() + "/Library/Fonts", "/Library/Fonts",
    ]

    private static var configurationText: String {
        let named = ProcessInfo.processInfo.environment["LIVE_ACTIVITIES_FONTS"]?.split(separator: ":").map(String.init) ?? []
        let folders = (named + folders).map { "<dir>\(escaped($0))</dir>" }.joined()
        let after = [
            "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai", "Noto Color Emoji",
        ]
        let alias = ["Inter", "Inter Display"].map { family in
            let accepted = after.map { "<family>\($0)</family>" }.joined()
            return "<alias binding=\"same\"><family>\(family)</family><accept>\(accepted)</accept></alias>"
        }
        // Pango requests this family for emoji. Without the alias, a font of symbols could be chosen for them.
        let emoji = "<alias binding=\"same\"><family>emoji</family><prefer><family>Noto Color Emoji</family></prefer></alias>"
        // Apps refer to a font face by its PostScript name, such as `Inter-Bold`, but Pango only requests families.
        let faces = "<match target=\"scan\"><edit name=\"family\" mode=\"append\"><name>postscriptname</name></edit></match>"
        // Fontconfig's rule that scales bitmap glyphs, such as emoji, to the size of the text.
        let scaling = ["/usr/share", "/opt/homebrew/share", "/usr/local/share"].map {
            "<include ignore_missing=\"yes\">\($0)/fontconfig/conf.avail/10-scale-bitmap-fonts.conf</include>"
        }
        return """
            <?xml version="1.0"?><fontconfig>\(folders)\(alias.joined())\(emoji)\(faces)
            \(scaling.joined())
            <cachedir>/var/cache/fontconfig</cachedir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
            """
    }

    private static func escaped(_ path: String) -> String {
        path.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }

    // MARK: Descriptions

    /// Pango's description of a font at a size in points. The caller must free it.
    func description(of font: ResolvedFont, size: Double) -> OpaquePointer? {
        let description = pango_font_description_new()
        let family =
            switch font.design {
            case .monospaced: "Noto Sans Mono,Inter"
            case .serif: "Noto Serif,Inter"
            case .default, .rounded: size < Self.displaySize ? "Inter" : "Inter Display,Inter"
            }
        pango_font_description_set_family(
            description, (font.family.map { $0.replacingOccurrences(of: ",", with: " ") + "," } ?? "") + family)
        // Rounded letters are drawn with a round pen around a lighter face, see `Painter+Text.swift`.
        let weight = min(max(font.design == .rounded ? font.weight - 150 : font.weight, 100), 900)
        pango_font_description_set_weight(description, PangoWeight(UInt32(weight)))
        if font.isItalic { pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
        if font.width != 0 {
            pango_font_description_set_stretch(description, font.width < 0 ? PANGO_STRETCH_CONDENSED : PANGO_STRETCH_EXPANDED)
        }
        pango_font_description_set_absolute_size(description, max(size, 0.1) * Double(PANGO_SCALE))
        return description
    }

    /// The size in points from which the display cut is used.
    static let displaySize = 20.0
}

extension ResolvedFont {
    var safeSize: Double { size.isNaN ? 0 : min(max(size, 0), 1000) }
    /// The width of the pen that rounds the corners of letters, as a fraction of the font size.
    static let pen = 0.032
}
#endif
