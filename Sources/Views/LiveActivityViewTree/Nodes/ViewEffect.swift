public import Foundation

/// What surrounds a view: it changes the place that it gets, how it is drawn, or what is known of it.
public indirect enum ViewEffect: Hashable, Sendable, Codable {
    // Layout
    case padding(EdgeInsetsNode)
    case frame(FrameNode)
    case fixedSize(horizontal: Bool, vertical: Bool)
    /// `nil` is the view's own ratio of width to height.
    case aspectRatio(Double?, fill: Bool)
    case layoutPriority(Double)
    case offset(x: Double, y: Double)
    case position(x: Double, y: Double)
    /// Of the one of the alignment's two parts that is meant.
    case alignmentGuide(NodeAlignment, isHorizontal: Bool, at: GuideNode)
    case zIndex(Double)
    /// Of a cell in a grid: how many columns it takes (`gridCellColumns`).
    case gridColumns(Int)
    /// Everything inside is laid out in this direction, whatever the direction around it (HIG-27).
    case layoutDirection(rightToLeft: Bool)

    // Drawing
    case background(ViewNode, NodeAlignment)
    case overlay(ViewNode, NodeAlignment)
    case clip(ShapeNode.Outline)
    case mask(ViewNode, NodeAlignment)
    case opacity(Double)
    case shadow(ResolvedColor, radius: Double, x: Double, y: Double)
    case blur(radius: Double)
    case rotation(degrees: Double, anchor: UnitPointNode)
    case scale(x: Double, y: Double, anchor: UnitPointNode)
    case saturation(Double)
    case brightness(Double)
    case contrast(Double)
    case grayscale(Double)
    case hueRotation(degrees: Double)
    case colorInvert
    case colorMultiply(ResolvedColor)
    case blendMode(String)
    /// Drawn without its content: hidden keeps its place.
    case hidden
    /// Text and images as blocks (`redacted(reason:)`, or private content on a locked device, WK-26).
    case redacted(String)
    /// Text and images as they are, whatever is redacted around them.
    case unredacted

    // What is known of it
    case privacySensitive
    case invalidatable
    /// Where a tap on the surface leads (WK-12).
    case widgetURL(URL)
    case contentTransition(String)
    /// How long a change of the view would move, in seconds; a surface ends it after two (LIM-08). A snapshot shows what is there after it.
    case animation(seconds: Double)
    case accessibility(AccessibilityNode)
    case identity(String)
    /// Of the expanded island: the view may move below the camera's line where it is too wide (WK-09).
    case belowIfTooWide
    /// What the surface shows behind everything (`containerBackground(_:for: .widget)`).
    case containerBackground(ViewNode)
    /// `activityBackgroundTint` and `activitySystemActionForegroundColor` of the Lock Screen content (WK-11).
    case activityBackgroundTint(ResolvedColor?)
    case activitySystemActionForegroundColor(ResolvedColor?)
}

public struct EdgeInsetsNode: Hashable, Sendable, Codable {
    public var top: Double
    public var leading: Double
    public var bottom: Double
    public var trailing: Double

    @inlinable public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }
}

/// `frame`: a length is in points, `nil` where the view decides, infinite (in JSON the string "infinity") where it takes what it gets.
public struct FrameNode: Hashable, Sendable, Codable {
    public var minWidth: Double?
    public var idealWidth: Double?
    public var maxWidth: Double?
    public var minHeight: Double?
    public var idealHeight: Double?
    public var maxHeight: Double?
    public var alignment: NodeAlignment

    /// A fixed length is one whose minimum, ideal and maximum are the same.
    @inlinable public init(
        minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
        idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: NodeAlignment = .center
    ) {
        self.minWidth = minWidth
        self.idealWidth = idealWidth
        self.maxWidth = maxWidth
        self.minHeight = minHeight
        self.idealHeight = idealHeight
        self.maxHeight = maxHeight
        self.alignment = alignment
    }
}

/// Where in a view an alignment's line lies: a length, and a share of the view's width and height.
public struct GuideNode: Hashable, Sendable, Codable {
    /// Points from the leading or top edge.
    public var offset: Double
    public var width: Double
    public var height: Double

    @inlinable public init(offset: Double = 0, width: Double = 0, height: Double = 0) {
        self.offset = offset
        self.width = width
        self.height = height
    }
}

/// What a person hears who does not see the view.
public struct AccessibilityNode: Hashable, Sendable, Codable {
    public var label: String?
    public var value: String?
    public var hint: String?
    public var isHidden: Bool
    public var traits: [String]

    @inlinable public init(label: String? = nil, value: String? = nil, hint: String? = nil, isHidden: Bool = false, traits: [String] = [])
    {
        self.label = label
        self.value = value
        self.hint = hint
        self.isHidden = isHidden
        self.traits = traits
    }
}
