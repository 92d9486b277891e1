public import LiveActivityCore

/// One place at one size: what a ``Surface`` is on a certain device.
///
/// A plugin's controls and the engine know only the coarse ``surface``; how an activity is drawn depends on the size as well. In JSON it
/// is its ``name``. ``all`` has every place that the Human Interface Guidelines give a size for.
public struct PresentationSurface: Sendable {
    /// Permanent, such as `lockScreen.iPhone393`: the surface, then what tells it from the others.
    public let name: String
    /// Where an action comes from, to the engine.
    public let surface: Surface
    /// Which of an activity's four presentations is shown there (HIG-01).
    public let presentation: Kind
    public let size: SurfaceSize
    /// How many times larger than ``size`` it is drawn: 2 in StandBy (HIG-05).
    public let scale: Double
    /// The outline's corners in points, where they are published (HIG-13).
    public let cornerRadius: Double?

    /// Which of the four presentations, all of them mandatory (HIG-01).
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// The content of an ``ActivityConfiguration``: the Lock Screen and everything that borrows its layout.
        case lockScreen
        /// Leading and trailing, on both sides of the camera, or side by side where there is no camera.
        case compact
        /// One of two, in the part of the island that holds the camera.
        case attachedMinimal
        /// The other of two, in a circle or oval of its own; and minimal where there is no camera.
        case detachedMinimal
        case expanded
    }

    init(
        _ name: String, _ surface: Surface, _ presentation: Kind, _ size: SurfaceSize, scale: Double = 1,
        cornerRadius: Double? = nil
    ) {
        self.name = name
        self.surface = surface
        self.presentation = presentation
        self.size = size
        self.scale = scale
        self.cornerRadius = cornerRadius
    }

    /// - Returns: `nil` if no place has this name.
    public init?(named name: String) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// Whether it is the Dynamic Island, which is always black and which an activity leaves when it ends (HIG-23, LIFE-18).
    public var isIsland: Bool {
        switch surface {
        case .compact, .minimal, .expanded: true
        default: false
        }
    }

    /// Whether an activity that has ended stays there until it is dismissed (LIFE-18).
    public var showsEnded: Bool { !isIsland && surface != .carPlay }

    /// Whether it is drawn for the small family where the activity declares it (HIG-06, WK-03).
    public var isSmall: Bool { surface == .smartStack || surface == .carPlay }
}

/// The place that a presentation gets, in points. Where the content decides, a range.
public struct SurfaceSize: Hashable, Sendable {
    public let width: ClosedRange<Double>
    public let height: ClosedRange<Double>

    init(width: ClosedRange<Double>, height: ClosedRange<Double>) {
        self.width = width
        self.height = height
    }

    /// Whether the content decides nothing.
    var isFixed: Bool { width.lowerBound == width.upperBound && height.lowerBound == height.upperBound }

    init(_ width: Double, _ height: Double) { self.init(width: width...width, height: height...height) }
    init(_ width: Double, _ height: ClosedRange<Double>) { self.init(width: width...width, height: height) }
}

extension PresentationSurface: Hashable {
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension PresentationSurface: Codable, CustomStringConvertible {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let surface = PresentationSurface(named: name) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "'\(name)' is no surface: there are \(Self.all.map(\.name).joined(separator: ", ")).")
        }
        self = surface
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }

    public var description: String { name }
}
