public import Foundation

// The functions of SwiftUI with which an app's lists change their elements.

extension MutableCollection {
    /// Moves the elements at some offsets, in their order, to before the element at another offset.
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
        let all = Array(self)
        let moved = source.map { all[$0] }
        let start = all.indices.filter { $0 < destination && !source.contains($0) }.map { all[$0] }
        let end = all.indices.filter { $0 >= destination && !source.contains($0) }.map { all[$0] }
        for (index, element) in zip(indices, start + moved + end) { self[index] = element }
    }
}

extension RangeReplaceableCollection {
    /// Removes the elements at some offsets.
    public mutating func remove(atOffsets offsets: IndexSet) {
        self = Self(enumerated().filter { !offsets.contains($0.offset) }.map(\.element))
    }
}
