import Foundation

extension ViewNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        let content: Content
        switch try reader.type {
        case "empty": content = .empty
        case "text": content = .text(try TextNode(from: decoder))
        case "image": content = .image(try ImageNode(from: decoder))
        case "shape": content = .shape(try ShapeNode(from: decoder))
        case "paint": content = .paint(try reader.read("paint"))
        case "spacer": content = .spacer(minLength: try reader.optionalNumber("minLength"))
        case "divider": content = .divider(try reader.read("paint"))
        case "hstack": content = .stack(try StackNode(.horizontal, from: decoder))
        case "vstack": content = .stack(try StackNode(.vertical, from: decoder))
        case "zstack": content = .stack(try StackNode(.depth, from: decoder))
        case "progress": content = .progress(try ProgressNode(from: decoder))
        case "gauge": content = .gauge(try GaugeNode(from: decoder))
        case "control": content = .control(try ControlNode(from: decoder))
        case "geometry":
            content = .geometry(
                width: try reader.number("width"), height: try reader.number("height"), content: try reader.read("content"))
        case "grid": content = .grid(try GridNode(from: decoder))
        case "viewThatFits": content = .fitting(try FittingAxes(from: decoder), try reader.read("children"))
        default: throw try reader.unknown("view")
        }
        self.init(content, effects: try reader.read("effects", usually: []))
    }

    public func encode(to encoder: any Encoder) throws {
        var writer = try NodeWriter(content.type, encoder)
        switch content {
        case .empty: break
        case .text(let text): try text.encode(to: encoder)
        case .image(let image): try image.encode(to: encoder)
        case .shape(let shape): try shape.encode(to: encoder)
        case .paint(let paint), .divider(let paint): try writer.write(paint, "paint")
        case .spacer(let minLength): try writer.write(minLength, "minLength")
        case .stack(let stack): try stack.encode(to: encoder)
        case .progress(let progress): try progress.encode(to: encoder)
        case .gauge(let gauge): try gauge.encode(to: encoder)
        case .control(let control): try control.encode(to: encoder)
        case .geometry(let width, let height, let content):
            try writer.write(width, "width")
            try writer.write(height, "height")
            try writer.write(content, "content")
        case .grid(let grid): try grid.encode(to: encoder)
        case .fitting(let axes, let candidates):
            try axes.encode(to: encoder)
            try writer.write(candidates, "children")
        }
        if !effects.isEmpty { try writer.write(effects, "effects") }
    }
}

extension ViewNode.Content {
    fileprivate var type: String {
        switch self {
        case .empty: "empty"
        case .text: "text"
        case .image: "image"
        case .shape: "shape"
        case .paint: "paint"
        case .spacer: "spacer"
        case .divider: "divider"
        case .stack(let stack): stack.axis == .horizontal ? "hstack" : stack.axis == .vertical ? "vstack" : "zstack"
        case .progress: "progress"
        case .gauge: "gauge"
        case .control: "control"
        case .geometry: "geometry"
        case .grid: "grid"
        case .fitting: "viewThatFits"
        }
    }
}

extension NodeAlignment {
    fileprivate init(_ reader: NodeReader) throws {
        self.init(
            horizontal: try reader.read("horizontal", usually: .center), vertical: try reader.read("vertical", usually: .center)
        )
    }

    public init(from decoder: any Decoder) throws { self = try Self(try NodeReader(decoder)) }

    public func encode(to encoder: any Encoder) throws {
        var writer = NodeWriter(encoder)
        try writer.write(horizontal, "horizontal", usually: .center)
        try writer.write(vertical, "vertical", usually: .center)
    }
}

extension StackNode {
    /// The axis is not a member of its own: it follows from the type of the view.
    fileprivate init(_ axis: Axis, from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        self.init(
            axis: axis, alignment: try reader.read("alignment", usually: .center),
            spacing: try reader.optionalNumber("spacing"),
            children: try reader.read("children", usually: []))
    }

    fileprivate func encode(to encoder: any Encoder) throws {
        var writer = NodeWriter(encoder)
        try writer.write(alignment, "alignment", usually: .center)
        try writer.write(spacing, "spacing")
        try writer.write(children, "children", usually: [])
    }
}

extension GridNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        self.init(
            alignment: try reader.read("alignment", usually: .center),
            horizontalSpacing: try reader.optionalNumber("horizontalSpacing"),
            verticalSpacing: try reader.optionalNumber("verticalSpacing"), rows: try reader.read("rows"))
    }

    public func encode(to encoder: any Encoder) throws {
        var writer = NodeWriter(encoder)
        try writer.write(alignment, "alignment", usually: .center)
        try writer.write(horizontalSpacing, "horizontalSpacing")
        try writer.write(verticalSpacing, "verticalSpacing")
        try writer.write(rows, "rows")
    }
}

extension GridNode.Row {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        self.init(
            cells: try reader.read("cells", usually: []), alignment: try reader.optional("alignment"),
            isWhole: try reader.read("isWhole", usually: false))
    }

    public func encode(to encoder: any Encoder) throws {
        var writer = NodeWriter(encoder)
        try writer.write(cells, "cells", usually: [])
        try writer.write(alignment, "alignment")
        try writer.write(isWhole, "isWhole", usually: false)
    }
}

extension GridNode.Cell {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        self.init(try reader.read("content"), columns: try reader.read("columns", usually: 1))
    }

    public func encode(to encoder: any Encoder) throws {
        var writer = NodeWriter(encoder)
        try writer.write(content, "content")
        try writer.write(columns, "columns", usually: 1)
    }
}

extension FittingAxes {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        self.init(
            horizontal: try reader.read("horizontal", usually: true), vertical: try reader.read("vertical", usually: true))
    }

    public func encode(to encoder: any Encoder) throws {
        var writer = NodeWriter(encoder)
        try writer.write(horizontal, "horizontal", usually: true)
        try writer.write(vertical, "vertical", usually: true)
    }
}
