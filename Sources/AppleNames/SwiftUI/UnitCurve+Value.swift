public import LiveActivityUI

extension UnitCurve {
    /// The progress itself: all curves are linear.
    public func value(at progress: Double) -> Double { progress }
    public func velocity(at progress: Double) -> Double { 1 }
    public var inverse: Self { self }
}

extension BlendMode {
    /// Removes what is below, as `destinationOut` does with opaque drawings.
    public static var clear: Self { .destinationOut }
}
