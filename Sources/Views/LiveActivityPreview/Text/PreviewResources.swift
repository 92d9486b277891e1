#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces
import SystemLibraries

/// The fonts and icons that pictures need.
public enum PreviewResources {
    /// Why nothing can be drawn or measured: Pango is not installed; `nil` if it is. Only a released program can start without
    /// it; it ends where it draws nevertheless.
    public static var unavailable: String? {
        do throws(SystemLibrary.Missing) { try SystemLibrary.pango.load() } catch { return error.description }
        return nil
    }

    /// The missing fonts and icons, each with the Debian package that contains it. Empty if everything is installed.
    ///
    /// Without a font, another installed font is used; without the icons, system images are drawn as placeholders.
    public static var missing: [String] {
        let fonts = FontMap.use { map in
            families.filter { !map.has(family: $0.family) }.map { "the font \($0.family) (\($0.package))" }
        }
        let hasIcons = FontMap.iconFolders.contains { FileManager.default.fileExists(atPath: "\($0)/check.svg") }
        return fonts + (hasIcons ? [] : ["Bootstrap Icons (bootstrap-icons)"])
    }

    /// Whether a system image can be drawn: its name is known and its icon is installed.
    public static func canDraw(_ systemName: String) -> Bool {
        guard let drawing = SystemImages.drawing(of: systemName) else { return false }
        return FontMap.use { $0.symbol(drawing.icon) != nil }
    }

    private static let families: [(family: String, package: String)] = [
        ("Inter", "fonts-inter"), ("Inter Display", "fonts-inter"), ("Noto Sans", "fonts-noto-core"),
        ("Noto Sans Mono", "fonts-noto-mono"), ("Noto Serif", "fonts-noto-core"), ("Noto Sans Arabic", "fonts-noto-core"),
        ("Noto Sans CJK JP", "fonts-noto-cjk"),
        ("Noto Color Emoji", "fonts-noto-color-emoji"), ("Material Icons", "fonts-material-design-icons-iconfont"),
    ]
}

extension FontMap {
    fileprivate func has(family name: String) -> Bool {
        var (families, count): (UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?, Int32) = (nil, 0)
        pango_context_list_families(context(rightToLeft: false, locale: "en"), &families, &count)
        defer { g_free(families) }
        return (0..<Int(count)).contains { index in
            families?[index].flatMap { pango_font_family_get_name($0) }.map { String(cString: $0) == name } ?? false
        }
    }
}
#endif
