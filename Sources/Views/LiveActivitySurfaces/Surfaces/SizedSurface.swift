package import Foundation
public import LiveActivityCore

/// A surface at the size that it has on one device.
///
/// Providers and the engine only know the ``surface``; the drawing also depends on the size. In JSON it is its
/// ``name``. ``all`` has every surface whose size the Human Interface Guidelines give.
public struct SizedSurface: Sendable {
    /// A permanent name: the kind of surface, then the device, for example `lockScreen.iPhone393`.
    public let name: String
    /// The kind of surface that the engine and providers know.
    public let surface: Surface
    /// The presentation that is shown.
    public let presentation: Kind
    /// The size in points.
    public let size: SurfaceSize
    /// The factor by which the presentation is enlarged: 2 in StandBy, otherwise 1.
    public let scale: Double
    /// The corner radius in points; `nil` if it is not published.
    public let cornerRadius: Double?

    /// Whether the surface is a Dynamic Island with little space for compact and minimal presentations, as in landscape.
    public let isLimitedInWidth: Bool

    /// The presentations. A widget must provide all of them; both minimal ones have the same layout.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// The content of an ``/LiveActivityUI/ActivityConfiguration``: the Lock Screen, and surfaces that use its layout.
        case lockScreen
        /// The leading and the trailing view, on both sides of the camera or side by side.
        case compact
        /// The first of two activities, in the part of the island with the camera.
        case attachedMinimal
        /// The second of two activities, in a circle or oval of its own; also the minimal presentation of surfaces
        /// without a camera.
        case detachedMinimal
        /// The regions of the expanded island.
        case expanded
    }

    /// The width that Apple publishes for a compact side, in points, where that is not the smallest one.
    private let publishedWidth: Double?

    init(
        _ name: String, _ surface: Surface, _ presentation: Kind, _ size: SurfaceSize, scale: Double = 1,
        cornerRadius: Double? = nil, isLimitedInWidth: Bool = false, publishedWidth: Double? = nil
    ) {
        (self.name, self.surface, self.presentation, self.size, self.scale) = (name, surface, presentation, size, scale)
        (self.cornerRadius, self.isLimitedInWidth, self.publishedWidth) = (cornerRadius, isLimitedInWidth, publishedWidth)
    }

    /// The surface with this ``name``, or `nil` if there is none.
    public init?(named name: String) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// The surface with another range for its width, in a compact presentation that of each side.
    ///
    /// For limits that Apple does not publish, such as how far a compact island grows. Equal surfaces have equal names, and
    /// JSON has only the name: a surface that was decoded has the width of this package.
    public func sized(width: ClosedRange<Double>) -> SizedSurface {
        SizedSurface(
            name, surface, presentation, SurfaceSize(width: width, height: size.height), scale: scale,
            cornerRadius: cornerRadius, isLimitedInWidth: isLimitedInWidth)
    }

    /// The published size in points, or the largest if it is a range. The actual width of each side of a compact island depends
    /// on its content.
    package var publishedSize: CGSize {
        let grows = presentation == .compact && !isLimitedInWidth
        let width = publishedWidth ?? (grows ? size.width.lowerBound : size.width.upperBound)
        return CGSize(width: width, height: size.height.upperBound)
    }

    /// Whether the surface is the Dynamic Island, which is always black and does not show activities that have ended.
    public var isIsland: Bool {
        switch surface {
        case .compact, .minimal, .expanded: true
        default: false
        }
    }

    /// Whether the surface shows an activity that has ended until the activity is dismissed.
    public var showsEnded: Bool { !isIsland && surface != .carPlay }

    /// Whether the surface is a watch or CarPlay, which use the small family if the activity declares it.
    public var isSmall: Bool { surface == .smartStack || surface == .carPlay }
}

/// The size of a presentation in points. A range where the content decides.
public struct SurfaceSize: Hashable, Sendable {
    /// The width in points.
    public let width: ClosedRange<Double>
    /// The height in points.
    public let height: ClosedRange<Double>

    init(width: ClosedRange<Double>, height: ClosedRange<Double>) {
        self.width = width
        self.height = height
    }

    /// Whether the size does not depend on the content.
    var isFixed: Bool { width.lowerBound == width.upperBound && height.lowerBound == height.upperBound }

    init(_ width: Double, _ height: Double) { self.init(width: width...width, height: height...height) }
    init(_ width: Double, _ height: ClosedRange<Double>) { self.init(width: width...width, height: height) }
}

extension SizedSurface: Hashable {
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension SizedSurface: Codable, CustomStringConvertible {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let surface = SizedSurface(named: name) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription:
                    "'\(name)' is not a surface; the surfaces are \(Self.all.map(\.name).joined(separator: ", ")).")
        }
        self = surface
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }

    public var description: String { name }
}
