import Foundation

extension ViewNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        let content: Content
        switch try reader.type {
        case "empty": content = .empty
        case "text": content = try .text(TextNode(from: decoder))
        case "image": content = try .image(ImageNode(from: decoder))
        case "shape": content = try .shape(ShapeNode(from: decoder))
        case "paint": content = try .paint(reader.read("paint"))
        case "spacer": content = try .spacer(minLength: reader.optionalNumber("minLength"))
        case "divider": content = try .divider(reader.read("paint"))
        case "hstack": content = try .stack(StackNode(.horizontal, from: decoder))
        case "vstack": content = try .stack(StackNode(.vertical, from: decoder))
        case "zstack": content = try .stack(StackNode(.depth, from: decoder))
        case "progress": content = try .progress(ProgressNode(from: decoder))
        case "gauge": content = try .gauge(GaugeNode(from: decoder))
        case "control": content = try .control(ControlNode(from: decoder))
        case "geometry":
            content = try .geometry(
                width: reader.number("width"), height: reader.number("height"), content: reader.read("content"))
        case "grid": content = try .grid(GridNode(from: decoder))
        case "viewThatFits": content = try .fitting(FittingAxes(from: decoder), reader.read("children"))
        default: throw try reader.unknown("view")
        }
        try self.init(content, effects: reader.read("effects", usually: []))
    }

    public func encode(to encoder: any Encoder) throws {
        func write(_ type: String, _ node: (some Encodable)? = nil as TextNode?) throws -> NodeWriter {
            let writer = try NodeWriter(type, encoder)
            try node?.encode(to: encoder)
            return writer
        }
        let writer =
            switch content {
            case .empty: try write("empty")
            case .text(let text): try write("text", text)
            case .image(let image): try write("image", image)
            case .shape(let shape): try write("shape", shape)
            case .paint(let paint): try write("paint").write(paint, "paint")
            case .spacer(let minLength): try write("spacer").write(minLength, "minLength")
            case .divider(let paint): try write("divider").write(paint, "paint")
            case .stack(let stack):
                try write(stack.axis == .horizontal ? "hstack" : stack.axis == .vertical ? "vstack" : "zstack")
                    .write(stack.alignment, "alignment", usually: .center).write(stack.spacing, "spacing")
                    .write(stack.children, "children", usually: [])
            case .progress(let progress): try write("progress", progress)
            case .gauge(let gauge): try write("gauge", gauge)
            case .control(let control): try write("control", control)
            case .geometry(let width, let height, let content):
                try write("geometry").write(width, "width").write(height, "height").write(content, "content")
            case .grid(let grid): try write("grid", grid)
            case .fitting(let axes, let candidates): try write("viewThatFits", axes).write(candidates, "children")
            }
        try writer.write(effects, "effects", usually: [])
    }
}

extension NodeAlignment {
    fileprivate init(_ reader: NodeReader) throws {
        try self.init(
            horizontal: reader.read("horizontal", usually: .center), vertical: reader.read("vertical", usually: .center))
    }

    public init(from decoder: any Decoder) throws { self = try Self(try NodeReader(decoder)) }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(horizontal, "horizontal", usually: .center).write(vertical, "vertical", usually: .center)
    }
}

extension StackNode {
    /// The axis is not a separate member; the type of the view determines it.
    fileprivate init(_ axis: Axis, from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        try self.init(
            axis: axis, alignment: reader.read("alignment", usually: .center), spacing: reader.optionalNumber("spacing"),
            children: reader.read("children", usually: []))
    }
}

extension GridNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        try self.init(
            alignment: reader.read("alignment", usually: .center),
            horizontalSpacing: reader.optionalNumber("horizontalSpacing"),
            verticalSpacing: reader.optionalNumber("verticalSpacing"), rows: reader.read("rows"))
    }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(alignment, "alignment", usually: .center).write(horizontalSpacing, "horizontalSpacing")
            .write(verticalSpacing, "verticalSpacing").write(rows, "rows")
    }
}

extension GridNode.Row {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        try self.init(
            cells: reader.read("cells", usually: []), alignment: reader.optional("alignment"),
            isWhole: reader.read("isWhole", usually: false))
    }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(cells, "cells", usually: []).write(alignment, "alignment")
            .write(isWhole, "isWhole", usually: false)
    }
}

extension GridNode.Cell {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        try self.init(reader.read("content"), columns: reader.read("columns", usually: 1))
    }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(content, "content").write(columns, "columns", usually: 1)
    }
}

extension FittingAxes {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        try self.init(horizontal: reader.read("horizontal", usually: true), vertical: reader.read("vertical", usually: true))
    }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(horizontal, "horizontal", usually: true).write(vertical, "vertical", usually: true)
    }
}
