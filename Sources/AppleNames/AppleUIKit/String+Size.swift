public import Foundation

extension StringProtocol {
    /// The approximate size of the text on one line, in points. The default font is the system's in 12 points.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        let font = attributes?[.font] as? UIFont ?? UIFont.systemFont(ofSize: 12)
        return CGSize(width: CGFloat(count) * font.pointSize * 0.55, height: font.lineHeight)
    }

    /// The approximate size of the text, which is wrapped at the width of a size.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil, context: Any?
    ) -> CGRect {
        let line = self.size(withAttributes: attributes)
        guard size.width > 0, line.width > size.width else { return CGRect(origin: .zero, size: line) }
        let lines = (line.width / size.width).rounded(.up)
        return CGRect(x: 0, y: 0, width: size.width, height: line.height * lines)
    }
    /// Draws nothing: a renderer's image is the first image that is drawn in it.
    public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {}
    public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {}
}

extension NSString {
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        String(describing: self).size(withAttributes: attributes)
    }
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil, context: Any?
    ) -> CGRect {
        String(describing: self).boundingRect(with: size, options: options, attributes: attributes, context: context)
    }
    public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {}
    public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {}
}
