public import Foundation

extension CGFloat {
    /// The number, rounded to what fits.
    public init(truncating number: NSNumber) { self.init(number.doubleValue) }
    /// The number, if it fits.
    public init?(exactly number: NSNumber) { self.init(exactly: number.doubleValue) }
}
