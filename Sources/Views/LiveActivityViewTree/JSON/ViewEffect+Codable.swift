import Foundation

extension ViewEffect {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        let type = try reader.type
        func alignment() throws -> NodeAlignment { try reader.read("alignment", usually: .center) }
        func anchor() throws -> UnitPointNode { try reader.read("anchor", usually: Self.middle) }
        switch type {
        case "padding": self = .padding(try EdgeInsetsNode(from: decoder))
        case "frame": self = .frame(try FrameNode(from: decoder))
        case "fixedSize":
            self = .fixedSize(
                horizontal: try reader.read("horizontal", usually: true), vertical: try reader.read("vertical", usually: true))
        case "aspectRatio":
            self = .aspectRatio(try reader.optionalNumber("ratio"), fill: try reader.read("fill", usually: false))
        case "layoutPriority": self = .layoutPriority(try reader.number("value"))
        case "offset": self = .offset(x: try reader.number("x", usually: 0), y: try reader.number("y", usually: 0))
        case "position": self = .position(x: try reader.number("x"), y: try reader.number("y"))
        case "alignmentGuide":
            let line: GuideNode = try GuideNode(from: decoder)
            self =
                reader.has("horizontal")
                ? .alignmentGuide(.init(horizontal: try reader.read("horizontal")), isHorizontal: true, at: line)
                : .alignmentGuide(.init(vertical: try reader.read("vertical")), isHorizontal: false, at: line)
        case "zIndex": self = .zIndex(try reader.number("value"))
        case "gridColumns": self = .gridColumns(try reader.read("count"))
        case "layoutDirection": self = .layoutDirection(rightToLeft: try reader.read("rightToLeft"))
        case "background": self = .background(try reader.read("content"), try alignment())
        case "overlay": self = .overlay(try reader.read("content"), try alignment())
        case "mask": self = .mask(try reader.read("content"), try alignment())
        case "clip": self = .clip(try reader.read("outline"))
        case "opacity": self = .opacity(try reader.number("value"))
        case "shadow":
            self = .shadow(
                try reader.read("color"), radius: try reader.number("radius"), x: try reader.number("x", usually: 0),
                y: try reader.number("y", usually: 0))
        case "blur": self = .blur(radius: try reader.number("radius"))
        case "rotation": self = .rotation(degrees: try reader.number("degrees"), anchor: try anchor())
        case "scale": self = .scale(x: try reader.number("x"), y: try reader.number("y"), anchor: try anchor())
        case "saturation": self = .saturation(try reader.number("value"))
        case "brightness": self = .brightness(try reader.number("value"))
        case "contrast": self = .contrast(try reader.number("value"))
        case "grayscale": self = .grayscale(try reader.number("value"))
        case "hueRotation": self = .hueRotation(degrees: try reader.number("degrees"))
        case "colorInvert": self = .colorInvert
        case "colorMultiply": self = .colorMultiply(try reader.read("color"))
        case "blendMode": self = .blendMode(try reader.read("value"))
        case "hidden": self = .hidden
        case "redacted": self = .redacted(try reader.read("reason"))
        case "unredacted": self = .unredacted
        case "privacySensitive": self = .privacySensitive
        case "invalidatable": self = .invalidatable
        case "widgetURL": self = .widgetURL(try reader.read("url"))
        case "contentTransition": self = .contentTransition(try reader.read("value"))
        case "animation": self = .animation(seconds: try reader.number("seconds"))
        case "accessibility": self = .accessibility(try AccessibilityNode(from: decoder))
        case "identity": self = .identity(try reader.read("value"))
        case "belowIfTooWide": self = .belowIfTooWide
        case "containerBackground": self = .containerBackground(try reader.read("content"))
        case "activityBackgroundTint": self = .activityBackgroundTint(try reader.optional("color"))
        case "activitySystemActionForegroundColor": self = .activitySystemActionForegroundColor(try reader.optional("color"))
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
        self.init(
            top: try reader.number("top", usually: 0), leading: try reader.number("leading", usually: 0),
            bottom: try reader.number("bottom", usually: 0), trailing: try reader.number("trailing", usually: 0))
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
        self.init(
            minWidth: try width ?? reader.optionalNumber("minWidth"),
            idealWidth: try width ?? reader.optionalNumber("idealWidth"),
            maxWidth: try width ?? reader.optionalNumber("maxWidth"),
            minHeight: try height ?? reader.optionalNumber("minHeight"),
            idealHeight: try height ?? reader.optionalNumber("idealHeight"),
            maxHeight: try height ?? reader.optionalNumber("maxHeight"),
            alignment: try reader.read("alignment", usually: .center))
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
        self.init(
            offset: try reader.number("offset", usually: 0), width: try reader.number("width", usually: 0),
            height: try reader.number("height", usually: 0))
    }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(offset, "offset", usually: 0).write(width, "width", usually: 0)
            .write(height, "height", usually: 0)
    }
}
