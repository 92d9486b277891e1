extension Array {
    /// The elements in order, for arrays that are sorted rarely. The standard library's sort is specialised for each element
    /// type and takes 3 to 7 KB each time, too much for the C library; this function sorts indices.
    package func sortedRarely(by isBefore: (Element, Element) -> Bool) -> [Element] {
        orderOfIndices(count) { isBefore(self[$0], self[$1]) }.map { self[$0] }
    }
}

/// Sorts indices, so that the same code serves all types.
@inline(never) private func orderOfIndices(_ count: Int, by isBefore: (Int, Int) -> Bool) -> [Int] {
    (0..<count).sorted(by: isBefore)
}
