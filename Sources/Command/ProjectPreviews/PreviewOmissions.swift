#if Preview
import PreviewRequests

/// The states of a preview that are not drawn, because the project's code ended a process in them or in others, or did not end.
///
/// Each end costs a further process, and a state that does not end costs ``StallWatch/seconds`` besides. So their number is
/// limited: to four ends on a surface; of states that do not end, to two on a surface and three in a preview, and each such
/// state is tried on one surface only.
struct PreviewOmissions: Equatable {
    private(set) var states: Set<Int> = []
    /// A line for each reason, in the order of the states.
    private(set) var problems: [String] = []

    private static let mostEnds = 4
    private static let mostStalls = (surface: 2, preview: 3)

    /// - Parameters:
    ///   - states: The name and the surface of each state, in the order of drawing. A name is unique on its surface.
    ///   - deaths: The behaviour of the project's code in earlier processes, by the number of the state.
    ///   - advice: Text that is appended to each behaviour.
    init(
        of states: [(name: String, surface: String)], after deaths: [Int: PreviewShare.Death], advice: String = ""
    ) {
        let numbers = deaths.keys.filter(states.indices.contains).sorted()
        let stalls = numbers.filter { deaths[$0] == .stall }
        for number in numbers {
            let (name, surface) = states[number]
            let what = name.isEmpty ? "the view" : "state '\(name)' on \(surface)"
            problems.append("\(what) is not drawn: the project's code \(deaths[number]?.text ?? "")\(advice)")
        }
        self.states = Set(numbers)
        for stall in stalls {
            let others = states.indices.filter { $0 > stall && states[$0].name == states[stall].name }
            omit(others, "state '\(states[stall].name)' is not drawn on \(Self.list(others.map { states[$0].surface })) either")
        }
        for surface in Set(numbers.map { states[$0].surface }).sorted() {
            let ends = numbers.filter { states[$0].surface == surface }.count
            let stalled = stalls.filter { states[$0].surface == surface }.count
            guard ends >= Self.mostEnds || stalled >= Self.mostStalls.surface else { continue }
            let last = numbers.last { states[$0].surface == surface } ?? 0
            let isEach = ends >= Self.mostEnds
            omit(
                states.indices.filter { states[$0].surface == surface && (isEach || $0 > last) },
                "the other states on \(surface) are not drawn either")
        }
        if stalls.count >= Self.mostStalls.preview, let last = stalls.last {
            omit(states.indices.filter { $0 > last }, "the states after these are not drawn either")
        }
    }

    private mutating func omit(_ numbers: [Int], _ problem: String) {
        guard !states.isSuperset(of: numbers) else { return }
        states.formUnion(numbers)
        problems.append(problem)
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
#endif
