public import Foundation
public import LiveActivityCore

/// A view resolved for one surface and one environment: plain values without closures, bindings or look-ups.
///
/// Inherited values such as font, tint, line limit and locale are stored in the leaves that need them. The rest is the
/// content and the effects around it, in order. Self-updating texts keep their rule (``TextRun``), so a node stays the
/// same over time.
public struct ViewNode: Hashable, Sendable, Codable {
    /// The content of the view.
    public var content: Content
    /// The effects around the content; the first is the innermost.
    public var effects: [ViewEffect]

    @inlinable public init(_ content: Content, effects: [ViewEffect] = []) {
        self.content = content
        self.effects = effects
    }

    /// The content of a view.
    public indirect enum Content: Hashable, Sendable {
        /// An empty view, which takes no space, not even a gap in a stack.
        case empty
        case text(TextNode)
        case image(ImageNode)
        /// A filled or stroked shape.
        case shape(ShapeNode)
        /// A color, gradient or material used as a view. It fills the proposed size.
        case paint(Paint)
        /// A flexible space of at least `minLength` points; `nil` is 8 points.
        case spacer(minLength: Double?)
        /// A line across the axis of the stack.
        case divider(Paint)
        /// Several views in a row, in a column, or on top of each other.
        case stack(StackNode)
        /// A progress view.
        case progress(ProgressNode)
        case gauge(GaugeNode)
        /// A button, toggle or link.
        case control(ControlNode)
        /// A `GeometryReader`, which takes all proposed space. Its content was resolved for this size in points and is
        /// placed at the leading top corner.
        case geometry(width: Double, height: Double, content: ViewNode)
        /// Views in rows and columns.
        case grid(GridNode)
        /// A `ViewThatFits`: shows the first view whose ideal size fits in these directions, otherwise the last one.
        case fitting(FittingAxes, [ViewNode])
    }
}

/// A resolved `HStack`, `VStack` or `ZStack`.
public struct StackNode: Hashable, Sendable {
    /// The axis of a stack; `depth` is a `ZStack`.
    public enum Axis: Hashable, Sendable {
        /// An `HStack`.
        case horizontal
        /// A `VStack`.
        case vertical
        /// A `ZStack`.
        case depth
    }

    public var axis: Axis
    /// The alignment across the axis. A stack in depth uses both parts.
    public var alignment: NodeAlignment
    /// The space between two views in points; `nil` for 8 points, or 0 next to a spacer.
    public var spacing: Double?
    /// The views in order.
    public var children: [ViewNode]

    @inlinable public init(axis: Axis, alignment: NodeAlignment = .center, spacing: Double? = nil, children: [ViewNode]) {
        (self.axis, self.alignment, self.spacing, self.children) = (axis, alignment, spacing, children)
    }
}

/// A resolved `Grid`. A column is as wide as its widest cell, a row as high as its highest one.
public struct GridNode: Hashable, Sendable, Codable {
    /// The alignment of cells.
    public var alignment: NodeAlignment
    /// Points between columns; `nil` is 8 points.
    public var horizontalSpacing: Double?
    /// Points between rows; `nil` is 8 points.
    public var verticalSpacing: Double?
    /// The rows from top to bottom.
    public var rows: [Row]

    @inlinable public init(
        alignment: NodeAlignment = .center, horizontalSpacing: Double? = nil, verticalSpacing: Double? = nil, rows: [Row]
    ) {
        (self.alignment, self.horizontalSpacing, self.verticalSpacing) = (alignment, horizontalSpacing, verticalSpacing)
        self.rows = rows
    }

    public struct Row: Hashable, Sendable, Codable {
        /// The cells from leading to trailing.
        public var cells: [Cell]
        /// The vertical alignment of the row's cells; `nil` for the grid's.
        public var alignment: NodeAlignment.Vertical?
        /// Whether the row is a single view outside any `GridRow`, which spans all columns.
        public var isWhole: Bool

        @inlinable public init(cells: [Cell], alignment: NodeAlignment.Vertical? = nil, isWhole: Bool = false) {
            (self.cells, self.alignment, self.isWhole) = (cells, alignment, isWhole)
        }
    }

    public struct Cell: Hashable, Sendable, Codable {
        public var content: ViewNode
        /// The number of columns that it spans (`gridCellColumns`).
        public var columns: Int

        @inlinable public init(_ content: ViewNode, columns: Int = 1) {
            self.content = content
            self.columns = columns
        }
    }
}

/// The directions in which a view must fit.
public struct FittingAxes: Hashable, Sendable, Codable {
    /// Whether its width must fit.
    public var horizontal: Bool
    /// Whether its height must fit.
    public var vertical: Bool

    /// Directions, by default both.
    @inlinable public init(horizontal: Bool = true, vertical: Bool = true) {
        self.horizontal = horizontal
        self.vertical = vertical
    }
}

/// The position of a view in a frame of another size.
public struct NodeAlignment: Hashable, Sendable, Codable {
    /// The horizontal part of an alignment.
    public enum Horizontal: String, Hashable, Sendable, Codable {
        /// Aligned to the leading edge.
        case leading
        /// Aligned to the center.
        case center
        /// Aligned to the trailing edge.
        case trailing
    }
    /// The vertical part of an alignment.
    public enum Vertical: String, Hashable, Sendable, Codable {
        case top
        /// Aligned to the center.
        case center
        case bottom
        /// Aligned to the baseline of the first line of text.
        case firstTextBaseline
        /// Aligned to the baseline of the last line of text.
        case lastTextBaseline
    }

    /// The horizontal part.
    public var horizontal: Horizontal
    /// The vertical part.
    public var vertical: Vertical

    /// An alignment, by default centered.
    @inlinable public init(horizontal: Horizontal = .center, vertical: Vertical = .center) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// Centered in both directions.
    public static let center = NodeAlignment()
}

/// A resolved `Image`.
public struct ImageNode: Hashable, Sendable, Codable {
    /// The source of an image.
    public enum Source: Hashable, Sendable {
        /// The name of an SF Symbol.
        case system(String)
        /// A name in the app's asset catalog.
        case asset(String)
        /// The encoded bytes of a PNG.
        case data([UInt8])
    }

    /// The source of the image.
    public var source: Source
    /// The font, which determines size and weight of a system image.
    public var font: ResolvedFont
    /// The paint of a system image or a template.
    public var paint: Paint
    /// Whether the image takes the proposed size instead of its own.
    public var isResizable: Bool
    /// The paints of a system image's second and third layer (`foregroundStyle(_:_:_:)`, `symbolRenderingMode`).
    public var secondaryPaints: [Paint]
    /// The factor of `imageScale`: 0.8 for small, 1 for medium, 1.2 for large.
    public var scale: Double
    /// The value of a variable symbol, 0 to 1; `nil` for other symbols.
    public var variableValue: Double?
    /// Whether the image is drawn in one paint instead of its own colors.
    public var isTemplate: Bool
    /// The text that VoiceOver announces if the view has no label. Empty for a decorative image; `nil` for the image's name.
    public var label: String?
    /// The number of pixels per point of a bitmap: 3 for a file `…@3x.png`.
    public var pixelsPerPoint: Double

    @inlinable public init(
        source: Source, font: ResolvedFont, paint: Paint, isResizable: Bool = false, secondaryPaints: [Paint] = [],
        scale: Double = 1, variableValue: Double? = nil, isTemplate: Bool = false, label: String? = nil,
        pixelsPerPoint: Double = 1
    ) {
        (self.pixelsPerPoint, self.source, self.font, self.paint) = (pixelsPerPoint, source, font, paint)
        (self.isResizable, self.secondaryPaints, self.scale) = (isResizable, secondaryPaints, scale)
        (self.variableValue, self.isTemplate, self.label) = (variableValue, isTemplate, label)
    }
}

/// A shape that is filled, or stroked if it has a stroke style.
public struct ShapeNode: Hashable, Sendable, Codable {
    public var outline: Outline
    /// The paint of the area or of the stroke.
    public var paint: Paint
    /// The style of the stroke; `nil` fills the shape.
    public var stroke: StrokeStyleNode?
    /// Whether the stroke lies completely inside the outline (`strokeBorder`) instead of along its middle.
    public var isInside: Bool

    @inlinable public init(_ outline: Outline, paint: Paint, stroke: StrokeStyleNode? = nil, isInside: Bool = false) {
        (self.outline, self.paint, self.stroke, self.isInside) = (outline, paint, stroke, isInside)
    }

    /// An outline in the frame of the view.
    public indirect enum Outline: Hashable, Sendable, Codable {
        case rectangle
        /// A rectangle with rounded corners; their width and height are in points.
        case roundedRectangle(width: Double, height: Double, isContinuous: Bool)
        /// A rectangle with a radius in points for each corner.
        case unevenRoundedRectangle(topLeading: Double, bottomLeading: Double, bottomTrailing: Double, topTrailing: Double)
        /// The largest circle in the frame.
        case circle
        /// An ellipse that fills the frame.
        case ellipse
        /// A rectangle whose shorter sides are half circles.
        case capsule
        /// The outline of the surface, inset by the distance from it (`ContainerRelativeShape`).
        case containerRelative
        /// An app's own `Shape`, computed for a rectangle of this size in points.
        case path([PathElement], width: Double, height: Double)
        /// An outline inset by points.
        case inset(Outline, by: Double)
        /// The part of an outline between two fractions of its length.
        case trimmed(Outline, from: Double, to: Double)
        /// An outline rotated clockwise around its center.
        case rotated(Outline, degrees: Double)
        /// An outline displaced by points.
        case offset(Outline, x: Double, y: Double)
        /// An outline scaled around its center.
        case scaled(Outline, x: Double, y: Double)
    }

    /// An element of a path; coordinates are in points.
    public enum PathElement: Hashable, Sendable, Codable {
        /// Starts a new part at a point.
        case move(x: Double, y: Double)
        /// A line to a point.
        case line(x: Double, y: Double)
        /// A quadratic Bézier curve to a point.
        case quadCurve(x: Double, y: Double, controlX: Double, controlY: Double)
        /// A cubic Bézier curve to a point.
        case curve(x: Double, y: Double, control1X: Double, control1Y: Double, control2X: Double, control2Y: Double)
        /// A line to the start of the part.
        case close
    }
}

/// How a line is drawn.
public struct StrokeStyleNode: Hashable, Sendable, Codable {
    /// The ends of a line.
    public enum Cap: String, Hashable, Sendable, Codable {
        /// Ends at the end point.
        case butt
        /// Ends with a half circle.
        case round
        /// Ends half the width beyond the end point.
        case square
    }
    /// The corners of a line.
    public enum Join: String, Hashable, Sendable, Codable {
        /// A sharp corner.
        case miter
        /// A round corner.
        case round
        /// A cut corner.
        case bevel
    }

    /// The width in points. Default: 1.
    public var lineWidth: Double
    /// The ends of the line. Default: `butt`.
    public var cap: Cap
    /// The corners of the line. Default: `miter`.
    public var join: Join
    /// The lengths of dashes and gaps in points; empty for a solid line.
    public var dash: [Double]
    /// How far into the dash pattern the line begins, in points.
    public var dashPhase: Double

    /// A line, by default solid and one point wide.
    @inlinable public init(
        lineWidth: Double = 1, cap: Cap = .butt, join: Join = .miter, dash: [Double] = [], dashPhase: Double = 0
    ) { (self.lineWidth, self.cap, self.join, self.dash, self.dashPhase) = (lineWidth, cap, join, dash, dashPhase) }
}

/// A resolved `ProgressView`.
public struct ProgressNode: Hashable, Sendable, Codable {
    /// The form: a bar or a ring.
    public enum Style: String, Hashable, Sendable, Codable {
        /// A bar.
        case linear
        /// A ring.
        case circular
    }
    public enum Value: Hashable, Sendable {
        case fraction(Double)
        /// Fills, or empties, over an interval without updates.
        case interval(ClosedRange<Date>, countsDown: Bool)
        /// An unknown progress.
        case indeterminate
    }

    /// The form.
    public var style: Style
    public var value: Value
    /// The paint of the filled part.
    public var tint: Paint
    /// The paint of the part that is not filled.
    public var track: Paint
    /// The label above the bar or below the ring.
    public var label: ViewNode?
    /// The label below the bar or inside the ring.
    public var currentValueLabel: ViewNode?

    /// A progress view.
    @inlinable public init(
        style: Style, value: Value, tint: Paint, track: Paint, label: ViewNode? = nil, currentValueLabel: ViewNode? = nil
    ) {
        (self.style, self.value, self.tint, self.track, self.label) = (style, value, tint, track, label)
        self.currentValueLabel = currentValueLabel
    }
}

/// A resolved `Gauge`.
public struct GaugeNode: Hashable, Sendable, Codable {
    /// The form, by SwiftUI's name.
    public enum Style: String, Hashable, Sendable, Codable {
        /// A bar, or the Lock Screen's bars and rings.
        case linearCapacity, accessoryLinear, accessoryLinearCapacity, accessoryCircular, accessoryCircularCapacity
    }

    /// The form.
    public var style: Style
    /// 0 to 1.
    public var fraction: Double
    /// The paint of the filled part.
    public var tint: Paint
    /// The paint of the part that is not filled.
    public var track: Paint
    /// The label of the gauge.
    public var label: ViewNode?
    public var currentValueLabel: ViewNode?
    /// The smallest value.
    public var minimumValueLabel: ViewNode?
    /// The largest value.
    public var maximumValueLabel: ViewNode?

    @inlinable public init(
        style: Style, fraction: Double, tint: Paint, track: Paint, label: ViewNode? = nil, currentValueLabel: ViewNode? = nil,
        minimumValueLabel: ViewNode? = nil, maximumValueLabel: ViewNode? = nil
    ) {
        (self.style, self.fraction, self.tint, self.track, self.label) = (style, fraction, tint, track, label)
        (self.currentValueLabel, self.minimumValueLabel) = (currentValueLabel, minimumValueLabel)
        self.maximumValueLabel = maximumValueLabel
    }
}

/// A resolved `Button`, `Toggle` or `Link`.
public struct ControlNode: Hashable, Sendable, Codable {
    /// The kind of control.
    public enum Kind: Hashable, Sendable {
        /// A button with the action that the provider receives in `perform(_:on:surface:)`. Without an action it does
        /// nothing.
        case button(action: ActionID?)
        /// A switch with its state, and the action that the provider receives.
        case toggle(isOn: Bool, action: ActionID?)
        case link(URL)
    }
    /// The style, by SwiftUI's name.
    public enum Style: String, Hashable, Sendable, Codable {
        case automatic, plain, bordered, borderedProminent, borderless, link, switch_ = "switch"
    }
    /// The shape of a bordered button.
    public enum BorderShape: String, Hashable, Sendable, Codable {
        /// A capsule.
        case automatic
        case capsule, circle
        /// A rectangle with corners of 10 points.
        case roundedRectangle
    }
    /// The role of a button.
    public enum Role: String, Hashable, Sendable, Codable {
        /// Deletes something.
        case destructive
        /// Cancels or closes something.
        case cancel
    }

    /// The kind of control.
    public var kind: Kind
    public var style: Style
    /// The shape of a bordered button.
    public var borderShape: BorderShape
    /// The role; `nil` is none.
    public var role: Role?
    /// Whether the control reacts. `false` if the surface deactivates controls or the view is `disabled`.
    public var isEnabled: Bool
    /// The paint of its background, or of a switch that is on.
    public var tint: Paint
    /// The label of the control.
    public var label: ViewNode

    @inlinable public init(
        kind: Kind, style: Style = .automatic, borderShape: BorderShape = .automatic, role: Role? = nil, isEnabled: Bool = true,
        tint: Paint, label: ViewNode
    ) {
        (self.kind, self.style, self.borderShape, self.role, self.isEnabled) = (kind, style, borderShape, role, isEnabled)
        (self.tint, self.label) = (tint, label)
    }
}
