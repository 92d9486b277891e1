public import Foundation

// In a separate file, which the C library excludes, because `CGFloat` is an alias of `Double` there.
extension CGFloat: _FormatSpecifiable {
    public var _arg: TextArgument { .number(Double(self)) }
    public static var _specifier: String { "%lf" }
}
