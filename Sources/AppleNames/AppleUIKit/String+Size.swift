public import Foundation

extension StringProtocol {
    /// The approximate size of the text on one line, in points. The default font is the system's in 12 points.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        let font = attributes?[.font] as? UIFont ?? UIFont.systemFont(ofSize: 12)
        return CGSize(width: CGFloat(count) * font.pointSize * 0.55, height: font.lineHeight)
    }
}
