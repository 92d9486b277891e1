import Foundation

extension ViewEffect {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        let type = try reader.type
        func alignment() throws -> NodeAlignment { try reader.read("alignment", usually: .center) }
        func anchor() throws -> UnitPointNode { try reader.read("anchor", usually: Self.middle) }
        switch type {
        case "padding": self = try .padding(EdgeInsetsNode(from: decoder))
        case "frame": self = try .frame(FrameNode(from: decoder))
        case "fixedSize":
            self = try .fixedSize(
                horizontal: reader.read("horizontal", usually: true), vertical: reader.read("vertical", usually: true))
        case "aspectRatio":
            self = try .aspectRatio(reader.optionalNumber("ratio"), fill: reader.read("fill", usually: false))
        case "layoutPriority": self = try .layoutPriority(reader.number("value"))
        case "offset": self = try .offset(x: reader.number("x", usually: 0), y: reader.number("y", usually: 0))
        case "position": self = try .position(x: reader.number("x"), y: reader.number("y"))
        case "alignmentGuide":
            let line: GuideNode = try GuideNode(from: decoder)
            self =
                reader.has("horizontal")
                ? .alignmentGuide(.init(horizontal: try reader.read("horizontal")), isHorizontal: true, at: line)
                : .alignmentGuide(.init(vertical: try reader.read("vertical")), isHorizontal: false, at: line)
        case "zIndex": self = try .zIndex(reader.number("value"))
        case "gridColumns": self = try .gridColumns(reader.read("count"))
        case "layoutDirection": self = try .layoutDirection(rightToLeft: reader.read("rightToLeft"))
        case "background": self = try .background(reader.read("content"), alignment())
        case "overlay": self = try .overlay(reader.read("content"), alignment())
        case "mask": self = try .mask(reader.read("content"), alignment())
        case "clip": self = try .clip(reader.read("outline"))
        case "opacity": self = try .opacity(reader.number("value"))
        case "shadow":
            self = try .shadow(
                reader.read("color"), radius: reader.number("radius"), x: reader.number("x", usually: 0),
                y: reader.number("y", usually: 0))
        case "blur": self = try .blur(radius: reader.number("radius"))
        case "rotation": self = try .rotation(degrees: reader.number("degrees"), anchor: anchor())
        case "scale": self = try .scale(x: reader.number("x"), y: reader.number("y"), anchor: anchor())
        case "saturation": self = try .saturation(reader.number("value"))
        case "brightness": self = try .brightness(reader.number("value"))
        case "contrast": self = try .contrast(reader.number("value"))
        case "grayscale": self = try .grayscale(reader.number("value"))
        case "hueRotation": self = try .hueRotation(degrees: reader.number("degrees"))
        case "colorInvert": self = .colorInvert
        case "colorMultiply": self = try .colorMultiply(reader.read("color"))
        case "blendMode": self = try .blendMode(reader.read("value"))
        case "hidden": self = .hidden
        case "redacted": self = try .redacted(reader.read("reason"))
        case "unredacted": self = .unredacted
        case "privacySensitive": self = .privacySensitive
        case "invalidatable": self = .invalidatable
        case "widgetURL": self = try .widgetURL(reader.read("url"))
        case "contentTransition": self = try .contentTransition(reader.read("value"))
        case "animation": self = try .animation(seconds: reader.number("seconds"))
        case "accessibility": self = try .accessibility(AccessibilityNode(from: decoder))
        case "identity": self = try .identity(reader.read("value"))
        case "belowIfTooWide": self = .belowIfTooWide
        case "containerBackground": self = try .containerBackground(reader.read("content"))
        case "activityBackgroundTint": self = try .activityBackgroundTint(reader.optional("color"))
        case "activitySystemActionForegroundColor": self = try .activitySystemActionForegroundColor(reader.optional("color"))
        default: throw try reader.unknown("effect")
        }
    }

    private static let middle = UnitPointNode(x: 0.5, y: 0.5)

    public func encode(to encoder: any Encoder) throws {
        @discardableResult func write(_ type: String) throws -> NodeWriter { try NodeWriter(type, encoder) }
        func write(_ type: String, _ content: ViewNode, _ alignment: NodeAlignment) throws {
            try write(type).write(content, "content").write(alignment, "alignment", usually: .center)
        }
        switch self {
        case .padding(let insets):
            try write("padding")
            try insets.encode(to: encoder)
        case .frame(let frame):
            try write("frame")
            try frame.encode(to: encoder)
        case .fixedSize(let horizontal, let vertical):
            try write("fixedSize").write(horizontal, "horizontal", usually: true).write(vertical, "vertical", usually: true)
        case .aspectRatio(let ratio, let fill):
            try write("aspectRatio").write(ratio, "ratio").write(fill, "fill", usually: false)
        case .layoutPriority(let value): try write("layoutPriority").write(value, "value")
        case .offset(let x, let y): try write("offset").write(x, "x", usually: 0).write(y, "y", usually: 0)
        case .position(let x, let y): try write("position").write(x, "x").write(y, "y")
        case .alignmentGuide(let alignment, let isHorizontal, let line):
            let writer = try write("alignmentGuide")
            if isHorizontal {
                try writer.write(alignment.horizontal, "horizontal")
            } else {
                try writer.write(alignment.vertical, "vertical")
            }
            try line.encode(to: encoder)
        case .zIndex(let value): try write("zIndex").write(value, "value")
        case .gridColumns(let count): try write("gridColumns").write(count, "count")
        case .layoutDirection(let rightToLeft): try write("layoutDirection").write(rightToLeft, "rightToLeft")
        case .background(let content, let alignment): try write("background", content, alignment)
        case .overlay(let content, let alignment): try write("overlay", content, alignment)
        case .clip(let outline): try write("clip").write(outline, "outline")
        case .mask(let content, let alignment): try write("mask", content, alignment)
        case .opacity(let value): try write("opacity").write(value, "value")
        case .shadow(let color, let radius, let x, let y):
            try write("shadow").write(color, "color").write(radius, "radius").write(x, "x", usually: 0).write(
                y, "y", usually: 0)
        case .blur(let radius): try write("blur").write(radius, "radius")
        case .rotation(let degrees, let anchor):
            try write("rotation").write(degrees, "degrees").write(anchor, "anchor", usually: Self.middle)
        case .scale(let x, let y, let anchor):
            try write("scale").write(x, "x").write(y, "y").write(anchor, "anchor", usually: Self.middle)
        case .saturation(let value): try write("saturation").write(value, "value")
        case .brightness(let value): try write("brightness").write(value, "value")
        case .contrast(let value): try write("contrast").write(value, "value")
        case .grayscale(let value): try write("grayscale").write(value, "value")
        case .hueRotation(let degrees): try write("hueRotation").write(degrees, "degrees")
        case .colorInvert: try write("colorInvert")
        case .colorMultiply(let color): try write("colorMultiply").write(color, "color")
        case .blendMode(let value): try write("blendMode").write(value, "value")
        case .hidden: try write("hidden")
        case .redacted(let reason): try write("redacted").write(reason, "reason")
        case .unredacted: try write("unredacted")
        case .privacySensitive: try write("privacySensitive")
        case .invalidatable: try write("invalidatable")
        case .widgetURL(let url): try write("widgetURL").write(url, "url")
        case .contentTransition(let value): try write("contentTransition").write(value, "value")
        case .animation(let seconds): try write("animation").write(seconds, "seconds")
        case .accessibility(let node):
            try write("accessibility")
            try node.encode(to: encoder)
        case .identity(let value): try write("identity").write(value, "value")
        case .belowIfTooWide: try write("belowIfTooWide")
        case .containerBackground(let content): try write("containerBackground").write(content, "content")
        case .activityBackgroundTint(let color): try write("activityBackgroundTint").write(color, "color")
        case .activitySystemActionForegroundColor(let color):
            try write("activitySystemActionForegroundColor").write(color, "color")
        }
    }
}

extension EdgeInsetsNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        try self.init(
            top: reader.number("top", usually: 0), leading: reader.number("leading", usually: 0),
            bottom: reader.number("bottom", usually: 0), trailing: reader.number("trailing", usually: 0))
    }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(top, "top", usually: 0).write(leading, "leading", usually: 0)
            .write(bottom, "bottom", usually: 0).write(trailing, "trailing", usually: 0)
    }
}

/// In JSON, `width` and `height` are fixed lengths; other bounds have their own names.
extension FrameNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        let (width, height) = (try reader.optionalNumber("width"), try reader.optionalNumber("height"))
        try self.init(
            minWidth: width ?? reader.optionalNumber("minWidth"), idealWidth: width ?? reader.optionalNumber("idealWidth"),
            maxWidth: width ?? reader.optionalNumber("maxWidth"), minHeight: height ?? reader.optionalNumber("minHeight"),
            idealHeight: height ?? reader.optionalNumber("idealHeight"),
            maxHeight: height ?? reader.optionalNumber("maxHeight"), alignment: reader.read("alignment", usually: .center))
    }

    public func encode(to encoder: any Encoder) throws {
        let writer = NodeWriter(encoder)
        if let minWidth, minWidth == idealWidth, minWidth == maxWidth {
            try writer.write(minWidth, "width")
        } else {
            try writer.write(minWidth, "minWidth").write(idealWidth, "idealWidth").write(maxWidth, "maxWidth")
        }
        if let minHeight, minHeight == idealHeight, minHeight == maxHeight {
            try writer.write(minHeight, "height")
        } else {
            try writer.write(minHeight, "minHeight").write(idealHeight, "idealHeight").write(maxHeight, "maxHeight")
        }
        try writer.write(alignment, "alignment", usually: .center)
    }
}

extension GuideNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        try self.init(
            offset: reader.number("offset", usually: 0), width: reader.number("width", usually: 0),
            height: reader.number("height", usually: 0))
    }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(offset, "offset", usually: 0).write(width, "width", usually: 0)
            .write(height, "height", usually: 0)
    }
}
