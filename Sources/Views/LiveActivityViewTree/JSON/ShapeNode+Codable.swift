import Foundation

extension ShapeNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        try self.init(
            reader.read("outline"), paint: reader.read("paint"), stroke: reader.optional("stroke"),
            isInside: reader.read("isInside", usually: false))
    }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(outline, "outline").write(paint, "paint").write(stroke, "stroke")
            .write(isInside, "isInside", usually: false)
    }
}

extension StrokeStyleNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        try self.init(
            lineWidth: reader.number("lineWidth", usually: 1), cap: reader.read("cap", usually: .butt),
            join: reader.read("join", usually: .miter), dash: (reader.read("dash", usually: [AnyNumber]())).map(\.value),
            dashPhase: reader.number("dashPhase", usually: 0))
    }

    public func encode(to encoder: any Encoder) throws {
        let writer = NodeWriter(encoder)
        try writer.write(lineWidth, "lineWidth", usually: 1).write(cap, "cap", usually: .butt)
            .write(join, "join", usually: .miter)
        if !dash.isEmpty { try writer.write(dash.map { AnyNumber($0) }, "dash") }
        try writer.write(dashPhase, "dashPhase", usually: 0)
    }
}

extension ShapeNode.Outline {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        switch try reader.type {
        case "rectangle": self = .rectangle
        case "roundedRectangle":
            self = try .roundedRectangle(
                width: reader.number("width"), height: reader.number("height"),
                isContinuous: reader.read("isContinuous", usually: true))
        case "unevenRoundedRectangle":
            self = try .unevenRoundedRectangle(
                topLeading: reader.number("topLeading", usually: 0), bottomLeading: reader.number("bottomLeading", usually: 0),
                bottomTrailing: reader.number("bottomTrailing", usually: 0),
                topTrailing: reader.number("topTrailing", usually: 0))
        case "circle": self = .circle
        case "ellipse": self = .ellipse
        case "capsule": self = .capsule
        case "containerRelative": self = .containerRelative
        case "path":
            self = try .path(reader.read("elements"), width: reader.number("width"), height: reader.number("height"))
        case "inset": self = try .inset(reader.read("outline"), by: reader.number("by"))
        case "trimmed":
            self = try .trimmed(reader.read("outline"), from: reader.number("from"), to: reader.number("to"))
        case "rotated": self = try .rotated(reader.read("outline"), degrees: reader.number("degrees"))
        case "offset": self = try .offset(reader.read("outline"), x: reader.number("x"), y: reader.number("y"))
        case "scaled": self = try .scaled(reader.read("outline"), x: reader.number("x"), y: reader.number("y"))
        default: throw try reader.unknown("outline")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        @discardableResult func write(_ type: String) throws -> NodeWriter { try NodeWriter(type, encoder) }
        switch self {
        case .rectangle: try write("rectangle")
        case .roundedRectangle(let width, let height, let isContinuous):
            try write("roundedRectangle").write(width, "width").write(height, "height")
                .write(isContinuous, "isContinuous", usually: true)
        case .unevenRoundedRectangle(let topLeading, let bottomLeading, let bottomTrailing, let topTrailing):
            try write("unevenRoundedRectangle").write(topLeading, "topLeading", usually: 0)
                .write(bottomLeading, "bottomLeading", usually: 0).write(bottomTrailing, "bottomTrailing", usually: 0)
                .write(topTrailing, "topTrailing", usually: 0)
        case .circle: try write("circle")
        case .ellipse: try write("ellipse")
        case .capsule: try write("capsule")
        case .containerRelative: try write("containerRelative")
        case .path(let elements, let width, let height):
            try write("path").write(elements, "elements").write(width, "width").write(height, "height")
        case .inset(let outline, let distance): try write("inset").write(outline, "outline").write(distance, "by")
        case .trimmed(let outline, let start, let end):
            try write("trimmed").write(outline, "outline").write(start, "from").write(end, "to")
        case .rotated(let outline, let degrees): try write("rotated").write(outline, "outline").write(degrees, "degrees")
        case .offset(let outline, let x, let y): try write("offset").write(outline, "outline").write(x, "x").write(y, "y")
        case .scaled(let outline, let x, let y): try write("scaled").write(outline, "outline").write(x, "x").write(y, "y")
        }
    }
}

/// The JSON of a path element has the form of SVG: the letter of a command and its numbers, for example `["L", 10,
/// 20]`.
extension ShapeNode.PathElement {
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let command = try container.decode(String.self)
        func next() throws -> Double { try container.decode(AnyNumber.self).value }
        switch command {
        case "M": self = try .move(x: next(), y: next())
        case "L": self = try .line(x: next(), y: next())
        case "Q":
            let (controlX, controlY) = (try next(), try next())
            self = try .quadCurve(x: next(), y: next(), controlX: controlX, controlY: controlY)
        case "C":
            let controls = (try next(), try next(), try next(), try next())
            self = try .curve(
                x: next(), y: next(), control1X: controls.0, control1Y: controls.1, control2X: controls.2, control2Y: controls.3
            )
        case "Z": self = .close
        default:
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "there is no path command '\(command)'")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        let (command, numbers): (String, [Double]) =
            switch self {
            case .move(let x, let y): ("M", [x, y])
            case .line(let x, let y): ("L", [x, y])
            case .quadCurve(let x, let y, let controlX, let controlY): ("Q", [controlX, controlY, x, y])
            case .curve(let x, let y, let control1X, let control1Y, let control2X, let control2Y):
                ("C", [control1X, control1Y, control2X, control2Y, x, y])
            case .close: ("Z", [])
            }
        try container.encode(command)
        for number in numbers { try container.encode(AnyNumber(number)) }
    }
}
