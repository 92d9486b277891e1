public import LiveActivityUI

/// An image of the app's asset catalog, with a name that the compiler checks: `Image(.pizza)`.
///
/// Xcode generates a property for each image of the catalog. `live-activities ios check` does the same for the projects that it
/// compiles.
public struct ImageResource: Hashable, Sendable {
    /// The image's name in the catalog.
    package let name: String

    /// An image of the catalog. The bundle has no effect.
    public init(name: String, bundle: Bundle = .main) { self.name = name }
}

/// A color of the app's asset catalog, with a name that the compiler checks: `Color(.brand)`.
public struct ColorResource: Hashable, Sendable {
    /// The color's name in the catalog.
    package let name: String

    /// A color of the catalog. The bundle has no effect.
    public init(name: String, bundle: Bundle = .main) { self.name = name }
}

extension UIImage {
    /// An image of the app's asset catalog.
    public convenience init(resource: ImageResource) { self.init(asset: resource.name) }
}

extension UIColor {
    /// A color of the app's asset catalog.
    public convenience init(resource: ColorResource) { self.init(Color(resource.name)) }
}
