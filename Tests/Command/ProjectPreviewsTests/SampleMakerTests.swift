import Foundation
import Testing

@testable import ProjectPreviews

@Suite struct SampleMakerTests {
    private enum Step: String, Codable { case ordered, onTheWay = "on_the_way", delivered }
    private enum Place: Codable, Hashable { case shop, street(number: Int) }
    private struct Courier: Codable, Hashable { var driverName: String }
    private struct State: Codable, Hashable {
        var step: Step
        var place: Place
        var isLate: Bool
        var courier: Courier?
        var window: ClosedRange<Date>
        var stops: [String]
        var notes: [String: Int]
        var progress: Double
    }

    private let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
    private let words = ["delivered", "ordered", "on_the_way", "shop", "street"]

    @Test func eachChoiceIsMadeEachWay() throws {
        let values = try SampleMaker(words: words, now: now).values(of: State.self, limit: 20)
        #expect(
            values.map(\.name) == [
                "sample", "step = ordered", "step = onTheWay", "place = street", "isLate = true", "courier? = nil",
            ])
        let first = values[0].value
        #expect(first.step == .delivered, "the first case in the sources")
        #expect(first.courier == Courier(driverName: "Alex Morgan"))
        #expect(first.window == now - 600...now + 900)
        #expect(first.stops == ["Stops", "Stops"])
        #expect(first.notes == [:])
        #expect(first.progress == 0.6)
        #expect(values[3].value.place == .street(number: 3))
        #expect(values[4].value.isLate)
        #expect(values[5].value.courier == nil)
    }

    @Test func noMoreAreMadeThanTheLimit() throws {
        #expect(try SampleMaker(words: words, now: now).values(of: State.self, limit: 2).count == 2)
    }

    @Test func aTypeThatRefusesWhatIsInventedIsAnError() {
        struct Even: Decodable {
            init(from decoder: any Decoder) throws {
                let number = try decoder.singleValueContainer().decode(Int.self)
                guard number.isMultiple(of: 2) else { throw CocoaError(.coderInvalidValue) }
            }
        }
        #expect(throws: CocoaError.self) { try SampleMaker(words: [], now: now).values(of: Even.self, limit: 1) }
    }

    @Test func aTypeThatContainsItselfEnds() {
        final class Node: Decodable { let next: Node }
        #expect(throws: DecodingError.self) { try SampleMaker(words: [], now: now).values(of: Node.self, limit: 1) }
    }
}
