import Foundation

extension TextNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        try self.init(
            runs: reader.read("runs"), alignment: reader.read("alignment", usually: .leading),
            lineLimit: reader.optional("lineLimit"), reservesSpace: reader.read("reservesSpace", usually: false),
            minimumScaleFactor: reader.number("minimumScaleFactor", usually: 1),
            truncation: reader.read("truncation", usually: .tail), lineSpacing: reader.number("lineSpacing", usually: 0),
            allowsTightening: reader.read("allowsTightening", usually: false), locale: reader.read("locale", usually: "en"),
            isRightToLeft: reader.read("isRightToLeft", usually: false), timeZone: reader.optional("timeZone"))
    }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(runs, "runs").write(alignment, "alignment", usually: .leading)
            .write(lineLimit, "lineLimit").write(reservesSpace, "reservesSpace", usually: false)
            .write(minimumScaleFactor, "minimumScaleFactor", usually: 1).write(truncation, "truncation", usually: .tail)
            .write(lineSpacing, "lineSpacing", usually: 0).write(allowsTightening, "allowsTightening", usually: false)
            .write(locale, "locale", usually: "en").write(isRightToLeft, "isRightToLeft", usually: false)
            .write(timeZone, "timeZone")
    }
}

extension TextRun {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        let content: Content
        if reader.has("string") {
            content = try .string(reader.read("string"))
        } else if reader.has("timerInterval") {
            content = try .timer(
                reader.read("timerInterval"), pauseTime: reader.optional("pauseTime"),
                countsDown: reader.read("countsDown", usually: true), showsHours: reader.read("showsHours", usually: true))
        } else if reader.has("date") {
            content = try .date(reader.read("date"), style: reader.read("style"))
        } else {
            content = try .image(reader.read("image"))
        }
        try self.init(
            content, font: reader.read("font"), paint: reader.read("paint"), tracking: reader.number("tracking", usually: 0),
            baselineOffset: reader.number("baselineOffset", usually: 0), underline: reader.read("underline", usually: false),
            strikethrough: reader.read("strikethrough", usually: false))
    }

    public func encode(to encoder: any Encoder) throws {
        let writer = NodeWriter(encoder)
        switch content {
        case .string(let string): try writer.write(string, "string")
        case .timer(let interval, let pauseTime, let countsDown, let showsHours):
            try writer.write(interval, "timerInterval").write(pauseTime, "pauseTime")
                .write(countsDown, "countsDown", usually: true).write(showsHours, "showsHours", usually: true)
        case .date(let date, let style): try writer.write(date, "date").write(style, "style")
        case .image(let image): try writer.write(image, "image")
        }
        try writer.write(font, "font").write(paint, "paint").write(tracking, "tracking", usually: 0)
            .write(baselineOffset, "baselineOffset", usually: 0).write(underline, "underline", usually: false)
            .write(strikethrough, "strikethrough", usually: false)
    }
}

extension ResolvedFont {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        try self.init(
            family: reader.optional("family"), size: reader.number("size"), weight: reader.read("weight", usually: 400),
            design: reader.read("design", usually: .default), isItalic: reader.read("isItalic", usually: false),
            hasMonospacedDigits: reader.read("hasMonospacedDigits", usually: false),
            isSmallCaps: reader.read("isSmallCaps", usually: false), width: reader.number("width", usually: 0),
            leading: reader.number("leading", usually: 0))
    }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(family, "family").write(size, "size").write(weight, "weight", usually: 400)
            .write(design, "design", usually: .default).write(isItalic, "isItalic", usually: false)
            .write(hasMonospacedDigits, "hasMonospacedDigits", usually: false).write(isSmallCaps, "isSmallCaps", usually: false)
            .write(width, "width", usually: 0).write(leading, "leading", usually: 0)
    }
}

extension ImageNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        let source: Source =
            if reader.has("systemName") {
                .system(try reader.read("systemName"))
            } else if reader.has("name") {
                .asset(try reader.read("name"))
            } else {
                .data([UInt8](try reader.read("data") as Data))
            }
        try self.init(
            source: source, font: reader.read("font"), paint: reader.read("paint"),
            isResizable: reader.read("isResizable", usually: false),
            secondaryPaints: reader.read("secondaryPaints", usually: []), scale: reader.number("scale", usually: 1),
            variableValue: reader.optionalNumber("variableValue"), isTemplate: reader.read("isTemplate", usually: false),
            label: reader.optional("label"), pixelsPerPoint: reader.number("pixelsPerPoint", usually: 1))
    }

    public func encode(to encoder: any Encoder) throws {
        let writer = NodeWriter(encoder)
        switch source {
        case .system(let name): try writer.write(name, "systemName")
        case .asset(let name): try writer.write(name, "name")
        case .data(let bytes): try writer.write(Data(bytes), "data")
        }
        try writer.write(font, "font").write(paint, "paint").write(isResizable, "isResizable", usually: false)
            .write(secondaryPaints, "secondaryPaints", usually: []).write(scale, "scale", usually: 1)
            .write(variableValue, "variableValue").write(isTemplate, "isTemplate", usually: false).write(label, "label")
            .write(pixelsPerPoint, "pixelsPerPoint", usually: 1)
    }
}
