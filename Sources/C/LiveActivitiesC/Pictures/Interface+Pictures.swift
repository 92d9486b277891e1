#if LA_PICTURES
public import CJansson
public import CLiveActivities
import JanssonCoding
import LiveActivityCore
import LiveActivityPreview
import LiveActivitySurfaces

@c @implementation
public func la_picture_png(
    _ runtime: OpaquePointer!, _ activity: la_activity, _ look: UnsafePointer<la_look>!,
    _ options: UnsafePointer<la_picture_options>!, _ at_ms: Int64, _ out: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>!,
    _ png_bytes: UnsafeMutablePointer<Int>!
) -> la_status {
    status { () throws(Failure) in
        let options = try PictureOptions(options)
        try returnPNG(options.png(Looks.one(of: activity, in: runtime, look, at: at_ms)), out, png_bytes)
    }
}

@c @implementation
public func la_picture_svg(
    _ runtime: OpaquePointer!, _ activity: la_activity, _ look: UnsafePointer<la_look>!,
    _ options: UnsafePointer<la_picture_options>!, _ at_ms: Int64, _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
    _ text_bytes: UnsafeMutablePointer<Int>!
) -> la_status {
    status { () throws(Failure) in
        guard let out else { throw .argument("text is NULL") }
        let options = try PictureOptions(options)
        let text = try options.svg(Looks.one(of: activity, in: runtime, look, at: at_ms))
        try returnText(Array(text.utf8), out, text_bytes)
    }
}

@c @implementation
public func la_picture_png_of(
    _ presentation: UnsafePointer<json_t>!, _ options: UnsafePointer<la_picture_options>!, _ at_ms: Int64,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>!, _ png_bytes: UnsafeMutablePointer<Int>!
) -> la_status {
    status { () throws(Failure) in
        let options = try PictureOptions(options)
        try returnPNG(options.png(Looks.given(presentation, at: at_ms)), out, png_bytes)
    }
}

@c @implementation
public func la_picture_svg_of(
    _ presentation: UnsafePointer<json_t>!, _ options: UnsafePointer<la_picture_options>!, _ at_ms: Int64,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!, _ text_bytes: UnsafeMutablePointer<Int>!
) -> la_status {
    status { () throws(Failure) in
        guard let out else { throw .argument("text is NULL") }
        let options = try PictureOptions(options)
        try returnText(Array(options.svg(Looks.given(presentation, at: at_ms)).utf8), out, text_bytes)
    }
}

private func returnPNG(
    _ bytes: [UInt8], _ out: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ count: UnsafeMutablePointer<Int>?
) throws(Failure) {
    guard let out, let count else { throw .argument("png or png_bytes is NULL") }
    guard !bytes.isEmpty else { throw Failure(LA_ERROR_OUT_OF_MEMORY, "the picture cannot be drawn") }
    var text: UnsafeMutablePointer<CChar>?
    try returnText(bytes, &text, count)
    out.pointee = UnsafeMutableRawPointer(text)?.assumingMemoryBound(to: UInt8.self)
}

/// A presentation with the options for drawing it.
private struct Drawn {
    let presentation: Presentation
    let now: Date
    let isDark: Bool
}

/// Options of pictures.
private struct PictureOptions {
    var flags: UInt32 = 0
    var scale = 3.0

    init(_ pointer: UnsafePointer<la_picture_options>?) throws(Failure) {
        guard let pointer else { return }
        let options = try sized(pointer, la_picture_options(), atLeast: 16, "la_picture_options")
        flags = options.flags
        guard flags & ~UInt32(LA_PICTURE_BARE | LA_PICTURE_OUTLINES) == 0 else {
            throw .argument("la_picture_options.flags has unknown bits")
        }
        if options.scale != 0 { scale = options.scale }
        guard 0.25...4 ~= scale else { throw .argument("la_picture_options.scale is \(scale), not from 0.25 to 4") }
    }

    func png(_ drawn: Drawn) -> [UInt8] { picture(drawn).png(scale: scale) }

    func svg(_ drawn: Drawn) -> String {
        flags & UInt32(LA_PICTURE_OUTLINES) != 0 ? picture(drawn).svg() : picture(drawn).webSVG()
    }

    private func picture(_ drawn: Drawn) -> Picture {
        Picture(
            drawn.presentation, colorScheme: drawn.isDark ? .dark : .light, isFramed: flags & UInt32(LA_PICTURE_BARE) == 0,
            at: drawn.now)
    }
}

extension Looks {
    /// The presentation of one surface, measured with the fonts that draw it.
    fileprivate static func one(
        of activity: la_activity, in handle: OpaquePointer?, _ look: UnsafePointer<la_look>?, at ms: Int64
    ) throws(Failure) -> Drawn {
        guard let look, look.pointee.surface != nil else { throw .argument("look.surface is NULL: a picture has one surface") }
        var now = Date(timeIntervalSinceReferenceDate: 0)
        let found = try presentations(of: activity, in: handle, look, at: ms, measuring: PangoTextMeasuring(), seen: &now)
        guard let presentation = found.first else {
            throw Failure(LA_ERROR_NO_LOOK, "the surface does not show the activity in its state")
        }
        return Drawn(presentation: presentation, now: now, isDark: look.pointee.flags & UInt32(LA_LOOK_DARK) != 0)
    }

    fileprivate static func given(_ value: UnsafePointer<json_t>?, at ms: Int64) throws(Failure) -> Drawn {
        guard let value else { throw .argument("presentation is NULL") }
        let presentation = try decoded(Presentation.self, value, "presentation")
        return Drawn(presentation: presentation, now: try time(ms), isDark: false)
    }
}
#endif
