public import Foundation

// Foundation on Linux cannot read the text of a predicate, and its objects have no properties with names. Code for Core Data,
// which finds no objects here, uses both.

extension NSPredicate {
    /// A predicate that is always true: its text is not read.
    public convenience init(format: String, _ arguments: Any...) { self.init(value: true) }
    public convenience init(format: String, argumentArray arguments: [Any]?) { self.init(value: true) }
}

extension NSSortDescriptor {
    /// A descriptor that keeps the order: properties are not found by their names.
    public convenience init(key: String?, ascending: Bool) {
        self.init(keyPath: \NSObject.hash, ascending: ascending) { _, _ in .orderedSame }
    }
}
