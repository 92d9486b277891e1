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

    private struct Ride: Codable, Hashable {
        var status: String
        var iconName: String
        var vehicleImage: String
        var symbolName: String
        var name: String
        var timestamp: Double
        var endsAt: Int
        var startTimeMs: Int64
        var minutesLate: Int
        var intervalIndex: Int
        var totalIntervals: Int
        var intervalSeconds: Int
        var originCode: String
        var distanceToTurnText: String
    }

    private func maker(images: [String] = [], words: [String] = ["systemName"], variant: Int = 0) -> SampleMaker {
        SampleMaker(
            words: words, now: Date(timeIntervalSince1970: 1_800_000_000), literals: ["status": ["waiting", "onTheWay"]],
            images: images, variant: variant)
    }

    @Test func aTextIsOneThatTheSourcesCompareItWithAndEachIsMade() throws {
        let values = try maker().values(of: Ride.self, limit: 20)
        #expect(values.map(\.name) == ["sample", "status = onTheWay", "status = Status"], "the last is for a default branch")
        #expect(values.map(\.value.status) == ["waiting", "onTheWay", "Status"])
    }

    @Test func namesOfPicturesAndMomentsAreKnownByTheNameOfTheirProperty() throws {
        func ride(_ maker: SampleMaker) throws -> Ride { try maker.value(of: Ride.self, for: "ride") }
        let plain = try ride(maker())
        #expect(
            [plain.iconName, plain.vehicleImage, plain.symbolName, plain.name] == [
                "star.fill", "star.fill", "star.fill", "Alex Morgan",
            ])
        #expect((plain.timestamp, plain.endsAt) == (1_800_000_900, 1_800_000_900))
        #expect(plain.startTimeMs == 1_799_999_400_000)
        #expect(plain.minutesLate == 3)
        #expect((plain.originCode, plain.distanceToTurnText) == ("ABC", "850 m"))
        #expect((plain.intervalIndex, plain.totalIntervals, plain.intervalSeconds) == (3, 10, 900))
        let drawn = try ride(maker(images: ["car", "van"]))
        #expect([drawn.iconName, drawn.vehicleImage, drawn.symbolName] == ["star.fill", "car", "star.fill"])
        let withoutSymbols = try ride(maker(images: ["car", "van"], words: []))
        #expect(withoutSymbols.iconName == "car", "the sources show no symbol by name")
        let shown = SampleMaker(words: [], now: now, images: ["car"], symbols: ["vehicleImage", "name"])
        let symbols = try shown.value(of: Ride.self, for: "ride")
        #expect([symbols.vehicleImage, symbols.name, symbols.iconName] == ["star.fill", "star.fill", "car"])
    }

    /// The second variant is for an update after a start.
    @Test func anotherVariantHasOtherValues() throws {
        let (first, second) = (
            try maker().value(of: Ride.self, for: "ride"), try maker(variant: 1).value(of: Ride.self, for: "ride")
        )
        #expect((first.status, second.status) == ("waiting", "onTheWay"))
        #expect((first.minutesLate, second.minutesLate) == (3, 4))
        #expect((first.name, second.name) == ("Alex Morgan", "Alex Morgan 2"))
        #expect(second.endsAt == first.endsAt + 300)
        #expect((first.iconName, second.iconName) == ("star.fill", "star.fill"))
        let state = try SampleMaker(words: words, now: now, variant: 1).value(of: State.self, for: "state")
        #expect(state.step == .ordered && state.isLate && state.courier != nil, "the second choice, and never nil")
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
