/// An angle. Positive angles are clockwise.
public struct Angle: Hashable, Comparable, Sendable {
    public var radians: Double

    public init() { radians = 0 }
    public init(radians: Double) { self.radians = radians }
    public init(degrees: Double) { radians = degrees * .pi / 180 }

    public var degrees: Double {
        get { radians * 180 / .pi }
        set { radians = newValue * .pi / 180 }
    }

    public static let zero = Angle()
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

    public static func < (left: Self, right: Self) -> Bool { left.radians < right.radians }
    /// Returns the sum of two angles.
    public static func + (left: Self, right: Self) -> Angle { Angle(radians: left.radians + right.radians) }
    /// Returns the difference of two angles.
    public static func - (left: Self, right: Self) -> Angle { Angle(radians: left.radians - right.radians) }
    /// The angle times a factor.
    public static func * (left: Self, right: Double) -> Angle { Angle(radians: left.radians * right) }
    /// The angle divided by a number.
    public static func / (left: Self, right: Double) -> Angle { Angle(radians: left.radians / right) }
    /// The opposite angle.
    public static prefix func - (angle: Self) -> Angle { Angle(radians: -angle.radians) }
}
