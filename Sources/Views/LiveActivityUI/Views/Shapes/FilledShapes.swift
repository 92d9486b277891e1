public import Foundation

/// A shape, filled or stroked: a view that can be filled and stroked again, over what it has.
public protocol ShapeView<Content>: View {
    associatedtype Content: Shape
    var shape: Content { get }
}

/// A shape, filled.
public struct _ShapeView<Content: Shape, Style: ShapeStyle>: ShapeView {
    public typealias Body = Never
    public let shape: Content
    let style: Style

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.append(shape: view.shape, paint: resolution.paint(view.style), stroke: nil, to: &nodes)
    }
}

/// A shape's line.
public struct _StrokeShapeView<Content: Shape, Style: ShapeStyle>: ShapeView {
    public typealias Body = Never
    public let shape: Content
    let style: Style
    let stroke: StrokeStyle
    let isInside: Bool

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.append(
            shape: view.shape, paint: resolution.paint(view.style), stroke: view.stroke.node, isInside: view.isInside,
            to: &nodes)
    }
}

/// A shape over others of the same place: `fill(_:)` and then `stroke(_:)`.
public struct _LayeredShapeView<Below: View, Above: ShapeView>: ShapeView {
    public typealias Body = Never
    let below: Below
    let above: Above
    public var shape: Above.Content { above.shape }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        let start = nodes.count
        Below._resolve(view.below, in: resolution, into: &nodes)
        let above = resolution.node(of: view.above, stacked: .depth)
        for index in start..<nodes.count { nodes[index].effects.append(.overlay(above, .center)) }
    }
}

extension Shape {
    public func fill<Style: ShapeStyle>(_ content: Style, style: FillStyle = FillStyle()) -> _ShapeView<Self, Style> {
        _ShapeView(shape: self, style: content)
    }
    public func fill(style: FillStyle = FillStyle()) -> _ShapeView<Self, ForegroundStyle> {
        _ShapeView(shape: self, style: ForegroundStyle())
    }

    public func stroke<Style: ShapeStyle>(_ content: Style, style: StrokeStyle, antialiased: Bool = true)
        -> _StrokeShapeView<Self, Style>
    { _StrokeShapeView(shape: self, style: content, stroke: style, isInside: false) }
    public func stroke<Style: ShapeStyle>(_ content: Style, lineWidth: CGFloat = 1, antialiased: Bool = true)
        -> _StrokeShapeView<Self, Style>
    { stroke(content, style: StrokeStyle(lineWidth: lineWidth)) }
    public func stroke(style: StrokeStyle) -> _StrokeShapeView<Self, ForegroundStyle> {
        stroke(ForegroundStyle(), style: style)
    }
    public func stroke(lineWidth: CGFloat = 1) -> _StrokeShapeView<Self, ForegroundStyle> {
        stroke(ForegroundStyle(), style: StrokeStyle(lineWidth: lineWidth))
    }
}

extension InsettableShape {
    /// A line that lies wholly inside the shape.
    public func strokeBorder<Style: ShapeStyle>(_ content: Style, style: StrokeStyle, antialiased: Bool = true)
        -> _StrokeShapeView<Self, Style>
    { _StrokeShapeView(shape: self, style: content, stroke: style, isInside: true) }
    public func strokeBorder<Style: ShapeStyle>(_ content: Style, lineWidth: CGFloat = 1, antialiased: Bool = true)
        -> _StrokeShapeView<Self, Style>
    { strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth)) }
    public func strokeBorder(style: StrokeStyle, antialiased: Bool = true) -> _StrokeShapeView<Self, ForegroundStyle> {
        strokeBorder(ForegroundStyle(), style: style)
    }
    public func strokeBorder(lineWidth: CGFloat = 1, antialiased: Bool = true) -> _StrokeShapeView<Self, ForegroundStyle> {
        strokeBorder(ForegroundStyle(), style: StrokeStyle(lineWidth: lineWidth))
    }
}

extension ShapeView {
    public func fill<Style: ShapeStyle>(_ content: Style = .foreground, style: FillStyle = FillStyle())
        -> _LayeredShapeView<Self, _ShapeView<Content, Style>>
    { _LayeredShapeView(below: self, above: _ShapeView(shape: shape, style: content)) }
    public func stroke<Style: ShapeStyle>(_ content: Style, style: StrokeStyle, antialiased: Bool = true)
        -> _LayeredShapeView<Self, _StrokeShapeView<Content, Style>>
    {
        _LayeredShapeView(
            below: self, above: _StrokeShapeView(shape: shape, style: content, stroke: style, isInside: false))
    }
    public func stroke<Style: ShapeStyle>(_ content: Style, lineWidth: CGFloat = 1, antialiased: Bool = true)
        -> _LayeredShapeView<Self, _StrokeShapeView<Content, Style>>
    { stroke(content, style: StrokeStyle(lineWidth: lineWidth)) }
}

extension ShapeView where Content: InsettableShape {
    public func strokeBorder<Style: ShapeStyle>(_ content: Style, style: StrokeStyle, antialiased: Bool = true)
        -> _LayeredShapeView<Self, _StrokeShapeView<Content, Style>>
    {
        _LayeredShapeView(
            below: self, above: _StrokeShapeView(shape: shape, style: content, stroke: style, isInside: true))
    }
    public func strokeBorder<Style: ShapeStyle>(_ content: Style, lineWidth: CGFloat = 1, antialiased: Bool = true)
        -> _LayeredShapeView<Self, _StrokeShapeView<Content, Style>>
    { strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth)) }
}
