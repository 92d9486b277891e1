extension Array {
    /// The elements in order, for what is sorted rarely. The standard library's sort is compiled anew for each type of elements
    /// and takes 3 to 7 KB each time, which the C library has no room for; this one sorts numbers.
    package func sortedRarely(by isBefore: (Element, Element) -> Bool) -> [Element] {
        orderOfIndices(count) { isBefore(self[$0], self[$1]) }.map { self[$0] }
    }
}

/// One piece of code for all types.
@inline(never) private func orderOfIndices(_ count: Int, by isBefore: (Int, Int) -> Bool) -> [Int] {
    (0..<count).sorted(by: isBefore)
}
