// `#colorLiteral(red:green:blue:alpha:)` and `#imageLiteral(resourceName:)`, which the compiler makes with these types.

/// The type of `#colorLiteral` where nothing else says it.
public typealias _ColorLiteralType = UIColor
/// The type of `#imageLiteral` where nothing else says it.
public typealias _ImageLiteralType = UIImage

extension UIImage: _ExpressibleByImageLiteral {
    /// An image of the app's asset catalog.
    public convenience init(imageLiteralResourceName path: String) { self.init(asset: path) }
}
