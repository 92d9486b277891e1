#if Preview
import Testing

@testable import ProjectPreviews

/// The states that are left out of a preview whose code ends processes, or does not end.
@Suite struct PreviewOmissionsTests {
    /// Eight states, each on the Lock Screen (numbers 0, 3, ...), in the compact (1, 4, ...) and in the expanded island.
    private let states = (1...8).flatMap { state in
        ["lock", "compact", "expanded"].map { (name: "\(state)", surface: $0) }
    }

    private func omissions(_ deaths: [Int: PreviewShare.Death]) -> PreviewOmissions {
        PreviewOmissions(of: states, after: deaths, advice: "; try others")
    }

    @Test func withoutDeathsEverythingIsDrawn() {
        #expect(omissions([:]).states == [])
        #expect(omissions([:]).problems == [])
    }

    @Test func aStateThatDoesNotEndIsNotTriedOnFurtherSurfaces() {
        let one = omissions([3: .stall])
        #expect(one.states == [3, 4, 5])
        #expect(
            one.problems == [
                "state '2' on lock is not drawn: the project's code did not end within 30 s; try others",
                "state '2' is not drawn on compact, expanded either",
            ])
        #expect(omissions([5: .stall]).states == [5], "the surfaces before it were drawn")
    }

    @Test func twoStatesThatDoNotEndOnASurfaceEndTheSurface() {
        let two = omissions([1: .stall, 4: .stall])
        #expect(two.states == [1, 2, 4, 5, 7, 10, 13, 16, 19, 22])
        #expect(two.problems.last == "the other states on compact are not drawn either")
        #expect(omissions([1: .stall, 4: .end("signal 5")]).states == [1, 2, 4])
    }

    @Test func threeStatesThatDoNotEndEndThePreview() {
        let three = omissions([1: .stall, 3: .stall, 8: .stall])
        #expect(three.states == Set(3..<24).subtracting([6, 7]).union([1, 2]))
        #expect(three.problems.last == "the states after these are not drawn either")
    }

    @Test func fourEndsOnASurfaceEndTheSurface() {
        let ends = Dictionary(uniqueKeysWithValues: [0, 3, 6, 9].map { ($0, PreviewShare.Death.end("signal 5")) })
        #expect(omissions(ends.filter { $0.key != 9 }).states == [0, 3, 6])
        #expect(omissions(ends).states == [0, 3, 6, 9, 12, 15, 18, 21])
    }
}
#endif
