public import Foundation

extension NSError {
    /// Creates an error without information, for `throw NSError()`.
    public convenience init(_ nothing: Void = ()) { self.init(domain: "", code: 0) }
}
