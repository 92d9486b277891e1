public import Foundation

/// A filled or stroked shape, which can be filled and stroked again.
public protocol ShapeView<Content>: View {
    associatedtype Content: Shape
    var shape: Content { get }
}

/// A filled shape.
public struct _ShapeView<Content: Shape, Style: ShapeStyle>: ShapeView {
    public let shape: Content
    let style: Style

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.append(shape: view.shape, paint: resolution.paint(view.style), stroke: nil, to: &nodes)
    }
}

/// A stroked shape.
public struct _StrokeShapeView<Content: Shape, Style: ShapeStyle>: ShapeView {
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

/// A shape drawn over others in the same frame: `fill(_:)` and then `stroke(_:)`.
public struct _LayeredShapeView<Below: View, Above: ShapeView>: ShapeView {
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
    /// Fills the shape. The fill style has no effect.
    public func fill<Style: ShapeStyle>(_ content: Style = .foreground, style: FillStyle = FillStyle())
        -> _ShapeView<Self, Style>
    { _ShapeView(shape: self, style: content) }

    /// Strokes the shape along its outline. Anti-aliasing has no effect.
    public func stroke<Style: ShapeStyle>(_ content: Style = .foreground, style: StrokeStyle, antialiased: Bool = true)
        -> _StrokeShapeView<Self, Style>
    { _StrokeShapeView(shape: self, style: content, stroke: style, isInside: false) }
    public func stroke<Style: ShapeStyle>(_ content: Style = .foreground, lineWidth: CGFloat = 1, antialiased: Bool = true)
        -> _StrokeShapeView<Self, Style>
    { stroke(content, style: StrokeStyle(lineWidth: lineWidth)) }
}

extension InsettableShape {
    /// Strokes the shape so that the line is completely inside it.
    public func strokeBorder<Style: ShapeStyle>(_ content: Style = .foreground, style: StrokeStyle, antialiased: Bool = true)
        -> _StrokeShapeView<Self, Style>
    { _StrokeShapeView(shape: self, style: content, stroke: style, isInside: true) }
    public func strokeBorder<Style: ShapeStyle>(
        _ content: Style = .foreground, lineWidth: CGFloat = 1, antialiased: Bool = true
    )
        -> _StrokeShapeView<Self, Style>
    { strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth)) }
}

extension ShapeView {
    /// Fills the shape. The fill style has no effect.
    public func fill<Style: ShapeStyle>(_ content: Style = .foreground, style: FillStyle = FillStyle())
        -> _LayeredShapeView<Self, _ShapeView<Content, Style>>
    { _LayeredShapeView(below: self, above: _ShapeView(shape: shape, style: content)) }
    /// Strokes the shape along its outline. Anti-aliasing has no effect.
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
    /// Strokes the shape so that the line is completely inside it.
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
