public import Foundation

// Points, sizes and rectangles as text, as in UIKit: `{120, 40}` and `{{0, 0}, {120, 40}}`.
extension NSCoder {
    public class func string(for point: CGPoint) -> String { "{\(number(point.x)), \(number(point.y))}" }
    public class func string(for size: CGSize) -> String { "{\(number(size.width)), \(number(size.height))}" }
    public class func string(for rect: CGRect) -> String { "{\(string(for: rect.origin)), \(string(for: rect.size))}" }
    public class func string(for insets: UIEdgeInsets) -> String {
        "{\(number(insets.top)), \(number(insets.left)), \(number(insets.bottom)), \(number(insets.right))}"
    }

    /// The point of a string; zero if it is invalid.
    public class func cgPoint(for string: String) -> CGPoint {
        let values = numbers(of: string, count: 2)
        return CGPoint(x: values[0], y: values[1])
    }
    /// The size of a string; zero if it is invalid.
    public class func cgSize(for string: String) -> CGSize {
        let values = numbers(of: string, count: 2)
        return CGSize(width: values[0], height: values[1])
    }
    /// The rectangle of a string; zero if it is invalid.
    public class func cgRect(for string: String) -> CGRect {
        let values = numbers(of: string, count: 4)
        return CGRect(x: values[0], y: values[1], width: values[2], height: values[3])
    }

    private static func number(_ value: CGFloat) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }

    private static func numbers(of text: String, count: Int) -> [CGFloat] {
        let values = text.split { "{}, ".contains($0) }.compactMap { Double($0) }.map { CGFloat($0) }
        return values.count == count ? values : Array(repeating: 0, count: count)
    }
}
