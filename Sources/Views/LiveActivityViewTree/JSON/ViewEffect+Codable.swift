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
        case "activitySystemActionForegroundColor":
            self = .activitySystemActionForegroundColor(try reader.optional("color"))
        default: throw try reader.unknown("effect")
        }
    }

    private static let middle = UnitPointNode(x: 0.5, y: 0.5)

    public func encode(to encoder: any Encoder) throws {
        var writer = try NodeWriter(type, encoder)
        switch self {
        case .padding(let insets): try insets.encode(to: encoder)
        case .frame(let frame): try frame.encode(to: encoder)
        case .fixedSize(let horizontal, let vertical):
            try writer.write(horizontal, "horizontal", usually: true)
            try writer.write(vertical, "vertical", usually: true)
        case .aspectRatio(let ratio, let fill):
            try writer.write(ratio, "ratio")
            try writer.write(fill, "fill", usually: false)
        case .layoutPriority(let value), .zIndex(let value), .opacity(let value), .saturation(let value),
            .brightness(let value), .contrast(let value), .grayscale(let value):
            try writer.write(value, "value")
        case .offset(let x, let y):
            try writer.write(x, "x", usually: 0)
            try writer.write(y, "y", usually: 0)
        case .position(let x, let y):
            try writer.write(x, "x")
            try writer.write(y, "y")
        case .alignmentGuide(let alignment, let isHorizontal, let line):
            if isHorizontal {
                try writer.write(alignment.horizontal, "horizontal")
            } else {
                try writer.write(alignment.vertical, "vertical")
            }
            try line.encode(to: encoder)
        case .gridColumns(let count): try writer.write(count, "count")
        case .layoutDirection(let rightToLeft): try writer.write(rightToLeft, "rightToLeft")
        case .background(let content, let alignment), .overlay(let content, let alignment), .mask(let content, let alignment):
            try writer.write(content, "content")
            try writer.write(alignment, "alignment", usually: .center)
        case .clip(let outline): try writer.write(outline, "outline")
        case .shadow(let color, let radius, let x, let y):
            try writer.write(color, "color")
            try writer.write(radius, "radius")
            try writer.write(x, "x", usually: 0)
            try writer.write(y, "y", usually: 0)
        case .blur(let radius): try writer.write(radius, "radius")
        case .rotation(let degrees, let anchor):
            try writer.write(degrees, "degrees")
            try writer.write(anchor, "anchor", usually: Self.middle)
        case .scale(let x, let y, let anchor):
            try writer.write(x, "x")
            try writer.write(y, "y")
            try writer.write(anchor, "anchor", usually: Self.middle)
        case .hueRotation(let degrees): try writer.write(degrees, "degrees")
        case .colorMultiply(let color): try writer.write(color, "color")
        case .blendMode(let value), .contentTransition(let value), .identity(let value): try writer.write(value, "value")
        case .animation(let seconds): try writer.write(seconds, "seconds")
        case .redacted(let reason): try writer.write(reason, "reason")
        case .widgetURL(let url): try writer.write(url, "url")
        case .accessibility(let node): try node.encode(to: encoder)
        case .containerBackground(let content): try writer.write(content, "content")
        case .activityBackgroundTint(let color), .activitySystemActionForegroundColor(let color):
            try writer.write(color, "color")
        case .colorInvert, .hidden, .unredacted, .privacySensitive, .invalidatable, .belowIfTooWide: break
        }
    }

    private var type: String {
        switch self {
        case .padding: "padding"
        case .frame: "frame"
        case .fixedSize: "fixedSize"
        case .aspectRatio: "aspectRatio"
        case .layoutPriority: "layoutPriority"
        case .offset: "offset"
        case .position: "position"
        case .alignmentGuide: "alignmentGuide"
        case .zIndex: "zIndex"
        case .gridColumns: "gridColumns"
        case .layoutDirection: "layoutDirection"
        case .background: "background"
        case .overlay: "overlay"
        case .clip: "clip"
        case .mask: "mask"
        case .opacity: "opacity"
        case .shadow: "shadow"
        case .blur: "blur"
        case .rotation: "rotation"
        case .scale: "scale"
        case .saturation: "saturation"
        case .brightness: "brightness"
        case .contrast: "contrast"
        case .grayscale: "grayscale"
        case .hueRotation: "hueRotation"
        case .colorInvert: "colorInvert"
        case .colorMultiply: "colorMultiply"
        case .blendMode: "blendMode"
        case .hidden: "hidden"
        case .redacted: "redacted"
        case .unredacted: "unredacted"
        case .privacySensitive: "privacySensitive"
        case .invalidatable: "invalidatable"
        case .widgetURL: "widgetURL"
        case .contentTransition: "contentTransition"
        case .animation: "animation"
        case .accessibility: "accessibility"
        case .identity: "identity"
        case .belowIfTooWide: "belowIfTooWide"
        case .containerBackground: "containerBackground"
        case .activityBackgroundTint: "activityBackgroundTint"
        case .activitySystemActionForegroundColor: "activitySystemActionForegroundColor"
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
        var writer = NodeWriter(encoder)
        try writer.write(top, "top", usually: 0)
        try writer.write(leading, "leading", usually: 0)
        try writer.write(bottom, "bottom", usually: 0)
        try writer.write(trailing, "trailing", usually: 0)
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
        var writer = NodeWriter(encoder)
        if let minWidth, minWidth == idealWidth, minWidth == maxWidth {
            try writer.write(minWidth, "width")
        } else {
            try writer.write(minWidth, "minWidth")
            try writer.write(idealWidth, "idealWidth")
            try writer.write(maxWidth, "maxWidth")
        }
        if let minHeight, minHeight == idealHeight, minHeight == maxHeight {
            try writer.write(minHeight, "height")
        } else {
            try writer.write(minHeight, "minHeight")
            try writer.write(idealHeight, "idealHeight")
            try writer.write(maxHeight, "maxHeight")
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
        var writer = NodeWriter(encoder)
        try writer.write(offset, "offset", usually: 0)
        try writer.write(width, "width", usually: 0)
        try writer.write(height, "height", usually: 0)
    }
}
