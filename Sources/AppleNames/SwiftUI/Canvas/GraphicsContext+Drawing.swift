public import AppleUIKit
public import Foundation
public import LiveActivityUI

extension GraphicsContext {
    // MARK: - Paths

    /// Fills a path. The style of the fill has no effect.
    public func fill(_ path: Path, with shading: Shading, style: FillStyle = FillStyle()) {
        add(path, shading) { AnyView($0.fill($1)) }
    }

    public func stroke(_ path: Path, with shading: Shading, style: StrokeStyle) {
        var style = style
        let scale = transform.length
        style.lineWidth *= scale
        style.dash = style.dash.map { $0 * scale }
        style.dashPhase *= scale
        add(path, shading) { AnyView($0.stroke($1, style: style)) }
    }
    public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {
        stroke(path, with: shading, style: StrokeStyle(lineWidth: lineWidth))
    }

    // MARK: - Texts, images and symbols

    public func draw(_ text: ResolvedText, at point: CGPoint, anchor: UnitPoint = .center) {
        let size = text.measure(in: CGSize(width: CGFloat.infinity, height: CGFloat.infinity))
        place(styled(text).fixedSize(), size, at: point, anchor)
    }
    public func draw(_ text: ResolvedText, in rect: CGRect) {
        place(styled(text).frame(width: rect.width, height: rect.height, alignment: .topLeading), in: rect)
    }
    public func draw(_ text: Text, at point: CGPoint, anchor: UnitPoint = .center) {
        draw(resolve(text), at: point, anchor: anchor)
    }
    public func draw(_ text: Text, in rect: CGRect) { draw(resolve(text), in: rect) }

    public func draw(_ image: ResolvedImage, at point: CGPoint, anchor: UnitPoint = .center) {
        place(styled(image.image, image.shading), image.size, at: point, anchor)
    }
    /// Draws an image, stretched to a rectangle. The style of the fill has no effect.
    public func draw(_ image: ResolvedImage, in rect: CGRect, style: FillStyle = FillStyle()) {
        place(styled(image.image.resizable(), image.shading).frame(width: rect.width, height: rect.height), in: rect)
    }
    public func draw(_ image: Image, at point: CGPoint, anchor: UnitPoint = .center) {
        draw(resolve(image), at: point, anchor: anchor)
    }
    /// Draws an image, stretched to a rectangle. The style of the fill has no effect.
    public func draw(_ image: Image, in rect: CGRect, style: FillStyle = FillStyle()) { draw(resolve(image), in: rect) }

    public func draw(_ symbol: ResolvedSymbol, at point: CGPoint, anchor: UnitPoint = .center) {
        place(NodeView(node: symbol.node), symbol.size, at: point, anchor)
    }
    public func draw(_ symbol: ResolvedSymbol, in rect: CGRect) {
        guard symbol.size.width > 0, symbol.size.height > 0 else { return }
        let scaled = NodeView(node: symbol.node)
            .scaleEffect(x: rect.width / symbol.size.width, y: rect.height / symbol.size.height)
        place(scaled.frame(width: symbol.size.width, height: symbol.size.height), in: rect)
    }

    /// Does nothing: there is no Core Graphics to draw with.
    public func withCGContext(content: (CGContext) throws -> Void) rethrows {}

    // MARK: - Drawings as views

    var drawing: some View {
        ZStack(alignment: .topLeading) { ForEach(layer.views.indices, id: \.self) { layer.views[$0] } }
            .frame(width: size.width, height: size.height, alignment: .topLeading)
    }

    /// Adds a view as large as the canvas with this context's opacity, clips and filters.
    func add(_ view: some View) {
        var drawn = AnyView(view.frame(width: size.width, height: size.height, alignment: .topLeading))
        for filter in filters { drawn = filter.applied(drawn) }
        for clip in clips { drawn = AnyView(drawn.clipShape(clip.isInverse ? around(clip.path) : clip.path)) }
        if opacity < 1 { drawn = AnyView(drawn.opacity(max(0, opacity))) }
        if blendMode != .normal { drawn = AnyView(drawn.blendMode(blendMode)) }
        layer.views.append(drawn)
    }

    /// The canvas's rectangle with a path cut out of it.
    private func around(_ path: Path) -> Path {
        var points: [CGPoint] = []
        func note(_ element: Path.Element) {
            switch element {
            case .move(let end), .line(let end), .quadCurve(let end, _), .curve(let end, _, _): points.append(end)
            case .closeSubpath: break
            }
        }
        path.forEach(note)
        let area = zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
        let (right, bottom) = (size.width + 1, size.height + 1)
        let edge = [
            CGPoint(x: -1, y: -1), CGPoint(x: right, y: -1), CGPoint(x: right, y: bottom), CGPoint(x: -1, y: bottom),
        ]
        return Path { hole in
            hole.addLines(area > 0 ? edge.reversed() : edge)
            hole.closeSubpath()
            hole.addPath(path)
        }
    }

    private func add(_ path: Path, _ shading: Shading, _ paint: (Path, AnyShapeStyle) -> AnyView) {
        let path = path.applying(transform)
        func unit(_ point: CGPoint) -> UnitPoint {
            let point = point.applying(transform)
            return UnitPoint(x: point.x / max(size.width, 1), y: point.y / max(size.height, 1))
        }
        switch shading.kind {
        case .foreground: add(paint(path, AnyShapeStyle(.foreground)))
        case .linear(let gradient, let start, let end):
            add(paint(path, AnyShapeStyle(LinearGradient(gradient: gradient, startPoint: unit(start), endPoint: unit(end)))))
        case .radial(let gradient, let center, let start, let end):
            let scale = transform.length
            add(
                paint(
                    path,
                    AnyShapeStyle(
                        RadialGradient(
                            gradient: gradient, center: unit(center), startRadius: start * scale, endRadius: end * scale))))
        case .conic(let gradient, let center, let angle):
            let turned = angle + transform.parts.rotation
            add(paint(path, AnyShapeStyle(AngularGradient(gradient: gradient, center: unit(center), angle: turned))))
        case .style(let style):
            // A style such as a gradient is positioned in the bounds of the filled path.
            let bounds = path.boundingRect
            let moved = paint(path.offsetBy(dx: -bounds.minX, dy: -bounds.minY), style)
            add(moved.frame(width: bounds.width, height: bounds.height).offset(x: bounds.minX, y: bounds.minY))
        case .image(let image):
            let bounds = path.boundingRect
            let picture = image.resizable().frame(width: bounds.width, height: bounds.height)
                .offset(x: bounds.minX, y: bounds.minY)
            add(picture.frame(width: size.width, height: size.height, alignment: .topLeading).clipShape(path))
        }
    }

    private func place(_ view: some View, in rect: CGRect) {
        place(view, rect.size, at: CGPoint(x: rect.midX, y: rect.midY), .center)
    }

    private func place(_ view: some View, _ size: CGSize, at point: CGPoint, _ anchor: UnitPoint) {
        let middle = CGPoint(x: point.x + (0.5 - anchor.x) * size.width, y: point.y + (0.5 - anchor.y) * size.height)
        let (parts, center) = (transform.parts, middle.applying(transform))
        if parts.rotation.radians == 0, parts.scale == CGSize(width: 1, height: 1) {
            add(view.position(center))
        } else {
            add(view.scaleEffect(x: parts.scale.width, y: parts.scale.height).rotationEffect(parts.rotation).position(center))
        }
    }

    private func styled(_ text: ResolvedText) -> some View { styled(text.text, text.shading) }

    @ViewBuilder private func styled(_ view: some View, _ shading: Shading?) -> some View {
        if case .style(let style) = shading?.kind { view.foregroundStyle(style) } else { view }
    }
}

extension CGAffineTransform {
    /// The factor by which the transform scales lengths.
    fileprivate var length: CGFloat {
        let area = Double(abs(a * d - b * c))
        return CGFloat(area.squareRoot())
    }
}
