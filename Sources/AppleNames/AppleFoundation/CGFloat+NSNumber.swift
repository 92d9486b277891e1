public import Foundation

extension CGFloat {
    /// Converts a number, rounding it to the nearest representable value.
    public init(truncating number: NSNumber) { self.init(number.doubleValue) }
    /// Converts a number; `nil` if it cannot be represented exactly.
    public init?(exactly number: NSNumber) { self.init(exactly: number.doubleValue) }
}
