#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

// The icons for system images, as paths in a square of side 1.

extension FontMap {
    /// The path of an icon; `nil` if the icon or its package is not installed.
    func symbol(_ icon: SystemImages.Icon) -> [ShapeNode.PathElement]? {
        let key = "\(icon)"
        if let known = symbols[key] { return known }
        let path =
            switch icon {
            case .bootstrap(let name): bootstrapIcon(name)
            case .material(let name): materialIcon(name)
            case .path(let data): SVGIcon.path(in: "<path d=\"\(data)\"/>", side: 24)
            }
        symbols[key] = .some(path)
        return path
    }

    static let iconFolders =
        (ProcessInfo.processInfo.environment["LIVE_ACTIVITIES_ICONS"].map { [$0] } ?? []) + ["/usr/share/bootstrap-icons/svg"]

    /// Reads a file of Bootstrap Icons, whose shapes are in a square of side 16.
    private func bootstrapIcon(_ name: String) -> [ShapeNode.PathElement]? {
        for folder in Self.iconFolders {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name).svg") else { continue }
            return SVGIcon.path(in: String(decoding: data, as: UTF8.self), side: 16)
        }
        return nil
    }

    /// Reads a glyph of the font Material Icons by the ligature of its name. The glyphs have a margin of a twelfth on
    /// each side.
    private func materialIcon(_ name: String) -> [ShapeNode.PathElement]? {
        let size = 240.0
        let scratch = Canvas(size: CGSize(width: 1, height: 1), scale: 1)
        guard let layout = pango_layout_new(context(rightToLeft: false, locale: "en")) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let description = pango_font_description_new()
        pango_font_description_set_family(description, "Material Icons")
        pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, description)
        pango_font_description_free(description)
        pango_layout_set_text(layout, name, -1)
        guard let line = pango_layout_get_line_readonly(layout, 0) else { return nil }
        var logical = PangoRectangle()
        pango_layout_line_get_extents(line, nil, &logical)
        // An icon is a single square glyph. Without the icon or the font, the letters of the name would be set instead.
        guard abs(Double(logical.width) / Double(PANGO_SCALE) - size) < size * 0.1 else { return nil }
        cairo_move_to(scratch.cairo, 0, size)
        pango_cairo_layout_line_path(scratch.cairo, line)
        guard let path = cairo_copy_path(scratch.cairo) else { return nil }
        defer { cairo_path_destroy(path) }
        let margin = size / 12
        func scaled(_ point: cairo_path_data_t) -> (Double, Double) {
            ((point.point.x - margin) / (size - 2 * margin), (point.point.y - margin) / (size - 2 * margin))
        }
        var elements: [ShapeNode.PathElement] = []
        var index = 0
        while index < Int(path.pointee.num_data), let data = path.pointee.data {
            switch data[index].header.type {
            case CAIRO_PATH_MOVE_TO:
                let point = scaled(data[index + 1])
                elements.append(.move(x: point.0, y: point.1))
            case CAIRO_PATH_LINE_TO:
                let point = scaled(data[index + 1])
                elements.append(.line(x: point.0, y: point.1))
            case CAIRO_PATH_CURVE_TO:
                let (a, b, end) = (scaled(data[index + 1]), scaled(data[index + 2]), scaled(data[index + 3]))
                elements.append(.curve(x: end.0, y: end.1, control1X: a.0, control1Y: a.1, control2X: b.0, control2Y: b.1))
            default: elements.append(.close)
            }
            index += max(1, Int(data[index].header.length))
        }
        return elements
    }
}
#endif
