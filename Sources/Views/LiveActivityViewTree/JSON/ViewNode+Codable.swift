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
        self.init(
            horizontal: try reader.read("horizontal", usually: .center), vertical: try reader.read("vertical", usually: .center)
        )
    }

    public init(from decoder: any Decoder) throws { self = try Self(try NodeReader(decoder)) }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(horizontal, "horizontal", usually: .center).write(vertical, "vertical", usually: .center)
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
        try NodeWriter(encoder).write(alignment, "alignment", usually: .center).write(horizontalSpacing, "horizontalSpacing")
            .write(verticalSpacing, "verticalSpacing").write(rows, "rows")
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
        try NodeWriter(encoder).write(cells, "cells", usually: []).write(alignment, "alignment")
            .write(isWhole, "isWhole", usually: false)
    }
}

extension GridNode.Cell {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        self.init(try reader.read("content"), columns: try reader.read("columns", usually: 1))
    }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(content, "content").write(columns, "columns", usually: 1)
    }
}

extension FittingAxes {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        self.init(
            horizontal: try reader.read("horizontal", usually: true), vertical: try reader.read("vertical", usually: true))
    }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(horizontal, "horizontal", usually: true).write(vertical, "vertical", usually: true)
    }
}
