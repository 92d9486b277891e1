#if Push
import Foundation

extension Double {
    /// The natural logarithm. Foundation's `log` cannot be called where a type has a member of that name.
    static func logarithm(_ value: Double) -> Double { Foundation.log(value) }
}
#endif
