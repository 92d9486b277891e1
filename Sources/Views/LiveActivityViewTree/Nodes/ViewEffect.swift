public import Foundation

/// An effect around a view. It changes the view's frame, its drawing, or its metadata.
public indirect enum ViewEffect: Hashable, Sendable, Codable {
    // Layout
    /// Space around the view.
    case padding(EdgeInsetsNode)
    /// Bounds for the size of the view.
    case frame(FrameNode)
    /// The view keeps its ideal length in these directions.
    case fixedSize(horizontal: Bool, vertical: Bool)
    /// A ratio of width to height; `nil` is that of the view's ideal size. `fill` covers the proposed space instead of
    /// fitting into it.
    case aspectRatio(Double?, fill: Bool)
    /// The priority in a stack; higher ones take their space first.
    case layoutPriority(Double)
    /// Draws the view displaced by points.
    case offset(x: Double, y: Double)
    /// Puts the center of the view at a point of the proposed space.
    case position(x: Double, y: Double)
    /// Moves a guide of the view. Only the horizontal or the vertical part of the alignment applies.
    case alignmentGuide(NodeAlignment, isHorizontal: Bool, at: GuideNode)
    /// The drawing order in a `ZStack`; higher ones are drawn later.
    case zIndex(Double)
    /// The number of columns of a grid that a cell spans (`gridCellColumns`).
    case gridColumns(Int)
    /// The layout direction for the views inside.
    case layoutDirection(rightToLeft: Bool)

    // Drawing
    /// A view behind this one, in its frame.
    case background(ViewNode, NodeAlignment)
    /// A view over this one, in its frame.
    case overlay(ViewNode, NodeAlignment)
    /// Draws only the part inside an outline.
    case clip(ShapeNode.Outline)
    /// Draws the view with the opacity of another one.
    case mask(ViewNode, NodeAlignment)
    /// Opacity, 0 to 1.
    case opacity(Double)
    /// A shadow; radius and offset are in points.
    case shadow(ResolvedColor, radius: Double, x: Double, y: Double)
    /// A blur; the radius is in points.
    case blur(radius: Double)
    /// Draws the view rotated clockwise.
    case rotation(degrees: Double, anchor: UnitPointNode)
    /// Draws the view scaled.
    case scale(x: Double, y: Double, anchor: UnitPointNode)
    /// Saturation: 0 is gray, 1 unchanged.
    case saturation(Double)
    /// An amount added to each component: 0 is unchanged.
    case brightness(Double)
    /// Contrast: 1 is unchanged.
    case contrast(Double)
    /// Removes color: 0 is unchanged, 1 gray.
    case grayscale(Double)
    /// Rotates the hue of all colors.
    case hueRotation(degrees: Double)
    case colorInvert
    /// Multiplies all colors with a color.
    case colorMultiply(ResolvedColor)
    /// The mode in which the view is blended with the background, by SwiftUI's name.
    case blendMode(String)
    /// Does not draw the view, but keeps its space.
    case hidden
    /// Draws texts and images as blocks, for a reason: `privacy`, `placeholder` or `invalidated`.
    case redacted(String)
    /// Draws texts and images although they are redacted outside.
    case unredacted

    // Metadata
    /// The content is private.
    case privacySensitive
    /// The content is out of date while an intent runs.
    case invalidatable
    /// The URL that a tap on the surface opens.
    case widgetURL(URL)
    /// How the content changes on a surface that can animate, by SwiftUI's name.
    case contentTransition(String)
    /// The duration of an animation in seconds, for surfaces that can animate; infinite if it repeats forever. iOS
    /// stops an animation after two seconds. The resolved view shows the state after the animation.
    case animation(seconds: Double)
    /// The text and traits that VoiceOver announces.
    case accessibility(AccessibilityNode)
    case identity(String)
    /// In the expanded island, the view may move below the camera if it is too wide.
    case belowIfTooWide
    /// The background of the whole surface (`containerBackground(_:for: .widget)`).
    case containerBackground(ViewNode)
    /// The background of the Lock Screen presentation; `nil` is the system's material.
    case activityBackgroundTint(ResolvedColor?)
    /// The color of the text of the system's button beside the Lock Screen presentation; `nil` is the system's.
    case activitySystemActionForegroundColor(ResolvedColor?)
}

/// Lengths in points for the four edges.
public struct EdgeInsetsNode: Hashable, Sendable, Codable {
    /// The length at the top.
    public var top: Double
    /// The length at the leading edge.
    public var leading: Double
    /// The length at the bottom.
    public var bottom: Double
    /// The length at the trailing edge.
    public var trailing: Double

    /// Lengths in points, by default 0.
    @inlinable public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }
}

/// Bounds for a size in points. `nil` leaves a bound out; infinity takes all proposed space (in JSON the string
/// "infinity").
public struct FrameNode: Hashable, Sendable, Codable {
    /// The minimum width.
    public var minWidth: Double?
    /// The width if none is proposed.
    public var idealWidth: Double?
    /// The maximum width.
    public var maxWidth: Double?
    /// The minimum height.
    public var minHeight: Double?
    /// The height if none is proposed.
    public var idealHeight: Double?
    /// The maximum height.
    public var maxHeight: Double?
    /// The alignment of the view in a frame of another size.
    public var alignment: NodeAlignment

    /// Bounds for a size. A fixed length has equal minimum, ideal and maximum.
    @inlinable public init(
        minWidth: Double? = nil, idealWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil,
        idealHeight: Double? = nil, maxHeight: Double? = nil, alignment: NodeAlignment = .center
    ) {
        (self.minWidth, self.idealWidth, self.maxWidth, self.minHeight) = (minWidth, idealWidth, maxWidth, minHeight)
        (self.idealHeight, self.maxHeight, self.alignment) = (idealHeight, maxHeight, alignment)
    }

    /// The fixed lengths that are negative or not finite, such as `width: inf`. They have no effect.
    ///
    /// Source: Documentation/Reference.md, WK-30.
    package var ignoredLengths: [String] {
        [("width", minWidth, maxWidth), ("height", minHeight, maxHeight)].compactMap { name, least, most in
            Self.isIgnored(least, most) ? least.map { "\(name): \($0)" } : nil
        }
    }

    static func isIgnored(_ least: Double?, _ most: Double?) -> Bool {
        guard let least, let most, least == most || least.isNaN && most.isNaN else { return false }
        return !least.isFinite || least < 0
    }
}

/// The position of an alignment line in a view: a length plus fractions of the view's width and height.
public struct GuideNode: Hashable, Sendable, Codable {
    /// Points from the leading edge or the top.
    public var offset: Double
    /// The fraction of the width that is added.
    public var width: Double
    /// The fraction of the height that is added.
    public var height: Double

    /// A position, by default the leading edge or the top.
    @inlinable public init(offset: Double = 0, width: Double = 0, height: Double = 0) {
        (self.offset, self.width, self.height) = (offset, width, height)
    }
}

/// The description of a view for VoiceOver.
public struct AccessibilityNode: Hashable, Sendable, Codable {
    /// The text read instead of the content; `nil` reads the content.
    public var label: String?
    /// The value, read after the label.
    public var value: String?
    /// The explanation, read after a pause.
    public var hint: String?
    /// Whether VoiceOver skips the view.
    public var isHidden: Bool
    /// The names of its `AccessibilityTraits`.
    public var traits: [String]

    /// Creates a description; all values are optional.
    @inlinable public init(
        label: String? = nil, value: String? = nil, hint: String? = nil, isHidden: Bool = false, traits: [String] = []
    ) { (self.label, self.value, self.hint, self.isHidden, self.traits) = (label, value, hint, isHidden, traits) }
}
