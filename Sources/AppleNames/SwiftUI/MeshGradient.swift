import Foundation
public import LiveActivityUI

/// A gradient over a grid of colored points, between which colors are interpolated.
///
/// As a view, a background or the fill of a shape it is drawn as an image of ``MeshPicture/side`` × ``MeshPicture/side``
/// pixels. As the style of a text or a line it is drawn as a linear gradient from the mean color of its first row to that of
/// its last row.
public struct MeshGradient: ShapeStyle, View, Sendable {

    /// The positions of the points as fractions of width and height.
    public enum Locations: Hashable, Sendable {
        case points([SIMD2<Float>])
        case bezierPoints([BezierPoint])
    }

    public enum Colors: Hashable, Sendable {
        case colors([Color])
        case resolvedColors([Color.Resolved])
    }

    public struct BezierPoint: Hashable, Sendable {
        public var position: SIMD2<Float>
        public var leadingControlPoint: SIMD2<Float>
        public var topControlPoint: SIMD2<Float>
        public var trailingControlPoint: SIMD2<Float>
        public var bottomControlPoint: SIMD2<Float>

        public init(
            position: SIMD2<Float>, leadingControlPoint: SIMD2<Float>, topControlPoint: SIMD2<Float>,
            trailingControlPoint: SIMD2<Float>, bottomControlPoint: SIMD2<Float>
        ) {
            (self.position, self.leadingControlPoint, self.topControlPoint) = (position, leadingControlPoint, topControlPoint)
            (self.trailingControlPoint, self.bottomControlPoint) = (trailingControlPoint, bottomControlPoint)
        }
    }

    public var width: Int
    public var height: Int
    /// The positions of the points, row by row.
    public var locations: Locations
    public var colors: Colors
    public var background: Color
    public var smoothsColors: Bool
    /// The color space for interpolation. It has no effect: colors are interpolated in sRGB.
    public var colorSpace: Gradient.ColorSpace

    /// Creates a mesh of `width` × `height` points. If there are fewer points or colors, only the background is drawn.
    public init(
        width: Int, height: Int, locations: Locations, colors: Colors, background: Color = .clear, smoothsColors: Bool = true,
        colorSpace: Gradient.ColorSpace = .device
    ) {
        (self.width, self.height, self.locations, self.colors) = (width, height, locations, colors)
        (self.background, self.smoothsColors, self.colorSpace) = (background, smoothsColors, colorSpace)
    }
    public init(
        width: Int, height: Int, points: [SIMD2<Float>], colors: [Color], background: Color = .clear,
        smoothsColors: Bool = true, colorSpace: Gradient.ColorSpace = .device
    ) {
        self.init(
            width: width, height: height, locations: .points(points), colors: .colors(colors), background: background,
            smoothsColors: smoothsColors, colorSpace: colorSpace)
    }
    public init(
        width: Int, height: Int, points: [SIMD2<Float>], resolvedColors: [Color.Resolved], background: Color = .clear,
        smoothsColors: Bool = true, colorSpace: Gradient.ColorSpace = .device
    ) {
        self.init(
            width: width, height: height, locations: .points(points), colors: .resolvedColors(resolvedColors),
            background: background, smoothsColors: smoothsColors, colorSpace: colorSpace)
    }
    public init(
        width: Int, height: Int, bezierPoints: [BezierPoint], colors: [Color], background: Color = .clear,
        smoothsColors: Bool = true, colorSpace: Gradient.ColorSpace = .device
    ) {
        self.init(
            width: width, height: height, locations: .bezierPoints(bezierPoints), colors: .colors(colors),
            background: background, smoothsColors: smoothsColors, colorSpace: colorSpace)
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        let picture = MeshPicture(view, in: resolution.environment)
        // The outermost pixels are cut off, because a stretched image fades at its edges.
        let side = CGFloat(MeshPicture.side)
        let image = Image(_png: picture.png).resizable().scaleEffect(side / (side - 2)).clipped()
        nodes.append(resolution.node(of: view.background.overlay(image)))
    }

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        let colors = style.resolvedColors(in: resolution.environment)
        func mean(_ row: some Collection<Color.Resolved>) -> Color {
            let sum = row.reduce(SIMD4<Float>()) { $0 + $1.components } / Float(max(row.count, 1))
            return Color(Color.Resolved(sum))
        }
        let gradient = LinearGradient(
            colors: [mean(colors.prefix(max(style.width, 0))), mean(colors.suffix(max(style.width, 0)))], startPoint: .top,
            endPoint: .bottom)
        return LinearGradient._paint(gradient, over: foreground, in: resolution)
    }

    func resolvedColors(in environment: EnvironmentValues) -> [Color.Resolved] {
        switch colors {
        case .colors(let colors): colors.map { $0.resolve(in: environment) }
        case .resolvedColors(let colors): colors
        }
    }
}

extension View {
    public func background(_ style: MeshGradient, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        background { style }
    }
}

extension Shape {
    /// Fills the shape with a mesh. The style of the fill has no effect.
    public func fill(_ content: MeshGradient, style: FillStyle = FillStyle()) -> some View { content.clipShape(self) }
}

extension Color.Resolved {
    var components: SIMD4<Float> { SIMD4(red, green, blue, opacity) }

    init(_ components: SIMD4<Float>) {
        self.init(red: components.x, green: components.y, blue: components.z, opacity: components.w)
    }
}
