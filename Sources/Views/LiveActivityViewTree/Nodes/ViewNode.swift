public import Foundation
public import LiveActivityCore

/// A view as it is for one surface and one environment: plain values, without closures, bindings or anything to be looked up.
///
/// What a view inherits (font, tint, line limit, locale, ...) is settled: it stands in the leaves that it concerns. What remains are the
/// content, and the effects that surround it in order. What counts down by itself keeps its rule (``TextRun``), so that a node is the
/// same whenever it is drawn (WK-20).
public struct ViewNode: Hashable, Sendable, Codable {
    public var content: Content
    /// What was put around the content: the first is the innermost.
    public var effects: [ViewEffect]

    @inlinable public init(_ content: Content, effects: [ViewEffect] = []) {
        self.content = content
        self.effects = effects
    }

    public indirect enum Content: Hashable, Sendable {
        /// Takes no place, not even a gap in a stack.
        case empty
        case text(TextNode)
        case image(ImageNode)
        case shape(ShapeNode)
        /// A colour, gradient or material as a view of its own: fills what it is offered.
        case paint(Paint)
        /// `nil` is the default of the stack it stands in.
        case spacer(minLength: Double?)
        case divider(Paint)
        case stack(StackNode)
        case progress(ProgressNode)
        case gauge(GaugeNode)
        case control(ControlNode)
        /// A `GeometryReader`: takes all it is offered; its content was made for this size and stands at the top leading corner.
        case geometry(width: Double, height: Double, content: ViewNode)
        case grid(GridNode)
        /// `ViewThatFits`: the first whose ideal size fits in these directions, else the last.
        case fitting(FittingAxes, [ViewNode])
    }
}

/// `HStack`, `VStack` or `ZStack`.
public struct StackNode: Hashable, Sendable {
    public enum Axis: Hashable, Sendable { case horizontal, vertical, depth }

    public var axis: Axis
    /// Across the axis; a stack in depth uses both.
    public var alignment: NodeAlignment
    /// Points between neighbours; `nil` is the default between two views (8).
    public var spacing: Double?
    public var children: [ViewNode]

    @inlinable public init(axis: Axis, alignment: NodeAlignment = .center, spacing: Double? = nil, children: [ViewNode]) {
        self.axis = axis
        self.alignment = alignment
        self.spacing = spacing
        self.children = children
    }
}

/// `Grid`: columns as wide as their widest cell, rows as high as their highest.
public struct GridNode: Hashable, Sendable, Codable {
    public var alignment: NodeAlignment
    /// Points between columns; `nil` is the default.
    public var horizontalSpacing: Double?
    public var verticalSpacing: Double?
    public var rows: [Row]

    @inlinable public init(
        alignment: NodeAlignment = .center, horizontalSpacing: Double? = nil, verticalSpacing: Double? = nil, rows: [Row]
    ) {
        self.alignment = alignment
        self.horizontalSpacing = horizontalSpacing
        self.verticalSpacing = verticalSpacing
        self.rows = rows
    }

    public struct Row: Hashable, Sendable, Codable {
        public var cells: [Cell]
        /// Of all cells of the row; `nil` is the grid's.
        public var alignment: NodeAlignment.Vertical?
        /// A view outside of any `GridRow`: one cell over all columns.
        public var isWhole: Bool

        @inlinable public init(cells: [Cell], alignment: NodeAlignment.Vertical? = nil, isWhole: Bool = false) {
            self.cells = cells
            self.alignment = alignment
            self.isWhole = isWhole
        }
    }

    public struct Cell: Hashable, Sendable, Codable {
        public var content: ViewNode
        /// `gridCellColumns`: how many columns it takes.
        public var columns: Int

        @inlinable public init(_ content: ViewNode, columns: Int = 1) {
            self.content = content
            self.columns = columns
        }
    }
}

/// In which directions a view must fit.
public struct FittingAxes: Hashable, Sendable, Codable {
    public var horizontal: Bool
    public var vertical: Bool

    @inlinable public init(horizontal: Bool = true, vertical: Bool = true) {
        self.horizontal = horizontal
        self.vertical = vertical
    }
}

/// Where a view stands in a place that is larger or smaller than itself.
public struct NodeAlignment: Hashable, Sendable, Codable {
    public enum Horizontal: String, Hashable, Sendable, Codable { case leading, center, trailing }
    public enum Vertical: String, Hashable, Sendable, Codable { case top, center, bottom, firstTextBaseline, lastTextBaseline }

    public var horizontal: Horizontal
    public var vertical: Vertical

    @inlinable public init(horizontal: Horizontal = .center, vertical: Vertical = .center) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    public static let center = NodeAlignment()
}

/// `Image`.
public struct ImageNode: Hashable, Sendable, Codable {
    public enum Source: Hashable, Sendable {
        /// A name of SF Symbols.
        case system(String)
        /// A name in the app's asset catalogue.
        case asset(String)
        /// The encoded bytes of a PNG.
        case data([UInt8])
    }

    public var source: Source
    /// Decides the size of a system image, and its weight.
    public var font: ResolvedFont
    public var paint: Paint
    public var isResizable: Bool
    /// A system image's second and third layer (`foregroundStyle(_:_:_:)`, `symbolRenderingMode`).
    public var secondaryPaints: [Paint]
    /// `imageScale`: 0.8 for small, 1 for medium, 1.2 for large.
    public var scale: Double
    /// 0...1 of a variable symbol.
    public var variableValue: Double?
    /// Drawn in one paint whatever its own colours are.
    public var isTemplate: Bool
    /// Said by VoiceOver where the view has no label of its own; empty for a decorative image, `nil` for its name.
    public var label: String?

    @inlinable public init(
        source: Source, font: ResolvedFont, paint: Paint, isResizable: Bool = false, secondaryPaints: [Paint] = [],
        scale: Double = 1, variableValue: Double? = nil, isTemplate: Bool = false, label: String? = nil
    ) {
        self.source = source
        self.font = font
        self.paint = paint
        self.isResizable = isResizable
        self.secondaryPaints = secondaryPaints
        self.scale = scale
        self.variableValue = variableValue
        self.isTemplate = isTemplate
        self.label = label
    }
}

/// A shape that is filled, or stroked where it has a line.
public struct ShapeNode: Hashable, Sendable, Codable {
    public var outline: Outline
    public var paint: Paint
    public var stroke: StrokeStyleNode?
    /// The stroke lies wholly inside the outline (`strokeBorder`).
    public var isInside: Bool

    @inlinable public init(_ outline: Outline, paint: Paint, stroke: StrokeStyleNode? = nil, isInside: Bool = false) {
        self.outline = outline
        self.paint = paint
        self.stroke = stroke
        self.isInside = isInside
    }

    /// What is drawn in the rectangle that the view gets.
    public indirect enum Outline: Hashable, Sendable, Codable {
        case rectangle
        case roundedRectangle(width: Double, height: Double, isContinuous: Bool)
        case unevenRoundedRectangle(topLeading: Double, bottomLeading: Double, bottomTrailing: Double, topTrailing: Double)
        case circle
        case ellipse
        case capsule
        /// The surface's own outline, moved in by its distance (`ContainerRelativeShape`).
        case containerRelative
        /// A `Shape` of an app's own, made for a rectangle of this size.
        case path([PathElement], width: Double, height: Double)
        case inset(Outline, by: Double)
        case trimmed(Outline, from: Double, to: Double)
        case rotated(Outline, degrees: Double)
        case offset(Outline, x: Double, y: Double)
        case scaled(Outline, x: Double, y: Double)
    }

    public enum PathElement: Hashable, Sendable, Codable {
        case move(x: Double, y: Double)
        case line(x: Double, y: Double)
        case quadCurve(x: Double, y: Double, controlX: Double, controlY: Double)
        case curve(x: Double, y: Double, control1X: Double, control1Y: Double, control2X: Double, control2Y: Double)
        case close
    }
}

public struct StrokeStyleNode: Hashable, Sendable, Codable {
    public enum Cap: String, Hashable, Sendable, Codable { case butt, round, square }
    public enum Join: String, Hashable, Sendable, Codable { case miter, round, bevel }

    public var lineWidth: Double
    public var cap: Cap
    public var join: Join
    public var dash: [Double]
    public var dashPhase: Double

    @inlinable public init(lineWidth: Double = 1, cap: Cap = .butt, join: Join = .miter, dash: [Double] = [], dashPhase: Double = 0) {
        self.lineWidth = lineWidth
        self.cap = cap
        self.join = join
        self.dash = dash
        self.dashPhase = dashPhase
    }
}

/// `ProgressView`, in its linear or circular style.
public struct ProgressNode: Hashable, Sendable, Codable {
    public enum Style: String, Hashable, Sendable, Codable { case linear, circular }
    public enum Value: Hashable, Sendable {
        /// 0 to 1.
        case fraction(Double)
        /// Fills, or empties, with the time (WK-19).
        case interval(ClosedRange<Date>, countsDown: Bool)
        case indeterminate
    }

    public var style: Style
    public var value: Value
    public var tint: Paint
    /// The part that is not filled.
    public var track: Paint
    public var label: ViewNode?
    public var currentValueLabel: ViewNode?

    @inlinable public init(
        style: Style, value: Value, tint: Paint, track: Paint, label: ViewNode? = nil, currentValueLabel: ViewNode? = nil
    ) {
        self.style = style
        self.value = value
        self.tint = tint
        self.track = track
        self.label = label
        self.currentValueLabel = currentValueLabel
    }
}

/// `Gauge`.
public struct GaugeNode: Hashable, Sendable, Codable {
    public enum Style: String, Hashable, Sendable, Codable {
        case linearCapacity, accessoryLinear, accessoryLinearCapacity, accessoryCircular, accessoryCircularCapacity
    }

    public var style: Style
    /// 0 to 1.
    public var fraction: Double
    public var tint: Paint
    public var track: Paint
    public var label: ViewNode?
    public var currentValueLabel: ViewNode?
    public var minimumValueLabel: ViewNode?
    public var maximumValueLabel: ViewNode?

    @inlinable public init(
        style: Style, fraction: Double, tint: Paint, track: Paint, label: ViewNode? = nil, currentValueLabel: ViewNode? = nil,
        minimumValueLabel: ViewNode? = nil, maximumValueLabel: ViewNode? = nil
    ) {
        self.style = style
        self.fraction = fraction
        self.tint = tint
        self.track = track
        self.label = label
        self.currentValueLabel = currentValueLabel
        self.minimumValueLabel = minimumValueLabel
        self.maximumValueLabel = maximumValueLabel
    }
}

/// What a person can touch: `Button`, `Toggle`, `Link`.
public struct ControlNode: Hashable, Sendable, Codable {
    public enum Kind: Hashable, Sendable {
        /// The action is what `perform(_:on:surface:)` takes; `nil` for a button without an intent, which does nothing here.
        case button(action: ActionID?)
        case toggle(isOn: Bool, action: ActionID?)
        case link(URL)
    }
    public enum Style: String, Hashable, Sendable, Codable {
        case automatic, plain, bordered, borderedProminent, borderless, link, switch_ = "switch"
    }
    public enum BorderShape: String, Hashable, Sendable, Codable { case automatic, capsule, circle, roundedRectangle }
    public enum Role: String, Hashable, Sendable, Codable { case destructive, cancel }

    public var kind: Kind
    public var style: Style
    public var borderShape: BorderShape
    public var role: Role?
    /// `false` where the surface deactivates controls (HIG-07, WK-14), or the view says `disabled`.
    public var isEnabled: Bool
    public var tint: Paint
    public var label: ViewNode

    @inlinable public init(
        kind: Kind, style: Style = .automatic, borderShape: BorderShape = .automatic, role: Role? = nil, isEnabled: Bool = true,
        tint: Paint, label: ViewNode
    ) {
        self.kind = kind
        self.style = style
        self.borderShape = borderShape
        self.role = role
        self.isEnabled = isEnabled
        self.tint = tint
        self.label = label
    }
}
