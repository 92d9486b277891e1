public import Foundation

// A file of its own: where `CGFloat` is a name of `Double`, as in the C library, the package leaves it out.
extension CGFloat: _FormatSpecifiable {
    public var _arg: TextArgument { .number(Double(self)) }
    public static var _specifier: String { "%lf" }
}
