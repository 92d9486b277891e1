// Support for `#colorLiteral(red:green:blue:alpha:)` and `#imageLiteral(resourceName:)`.

/// The default type of `#colorLiteral`.
public typealias _ColorLiteralType = UIColor
/// The default type of `#imageLiteral`.
public typealias _ImageLiteralType = UIImage

extension UIImage: _ExpressibleByImageLiteral {
    /// An image of the app's asset catalog.
    public convenience init(imageLiteralResourceName path: String) { self.init(asset: path) }
}
