import LiveActivityCore
import LiveActivityTesting
import Testing

/// Faults of a type's custom JSON code: each is found, and reported with the JSON that shows it.
@Suite struct JSONAgreementTests {
    enum Mistake { case none, otherOrder, missingMember, otherName, nullIsZero, missingRefused, neverReads, wrongCase }

    /// A type whose custom JSON code has a fault.
    struct Place: Codable, JSONReadable, JSONWritable {
        nonisolated(unsafe) static var mistake = Mistake.none
        var row = 1
        var seat: Int? = 2

        init() {}

        init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
            row = try json["row"]
            switch Self.mistake {
            case .nullIsZero: seat = try json["seat"] ?? 0
            case .missingRefused: seat = try json["seat"] as Int
            case .neverReads: throw JSONReader.GaveUp()
            case .wrongCase: seat = try json["Seat"]
            default: seat = try json["seat"]
            }
        }

        func write(to json: inout JSONWriter) {
            switch Self.mistake {
            case .otherOrder:
                json.member("seat", seat)
                json.member("row", row)
            case .missingMember: json.member("row", row)
            case .otherName:
                json.member("row", row)
                json.member("Seat", seat)
            default:
                json.member("row", row)
                json.member("seat", seat)
            }
        }
    }

    @Test func everyMistakeIsFoundAndReportedWithWhatShowsIt() throws {
        var place = Place()
        func disagreement(_ mistake: Mistake) -> String? {
            Place.mistake = mistake
            defer { Place.mistake = .none }
            do throws(JSONAgreement.Disagreement) { try JSONAgreement.check(place) } catch { return error.description }
            return nil
        }
        #expect(disagreement(.none) == nil)
        #expect(disagreement(.otherOrder) == #"it is written as {"seat":2,"row":1}, and by Codable as {"row":1,"seat":2}"#)
        #expect(disagreement(.missingMember) == #"it is written as {"row":1}, and by Codable as {"row":1,"seat":2}"#)
        #expect(disagreement(.otherName) == #"it is written as {"row":1,"Seat":2}, and by Codable as {"row":1,"seat":2}"#)
        #expect(disagreement(.nullIsZero) == #"{"row":1} is read as {"row":1,"seat":0}, and by Codable as {"row":1}"#)
        #expect(disagreement(.neverReads) == #"its own reader does not accept {"row":1,"seat":2}, the usual form"#)
        #expect(disagreement(.wrongCase) == #"{"row":1,"seat":2} is read as {"row":1}, and by Codable as {"row":1,"seat":2}"#)
        // Refusing input with a missing member is not a fault: Codable then decides.
        #expect(disagreement(.missingRefused) == nil)
        place.seat = nil
        #expect(disagreement(.missingRefused) == #"its own reader does not accept {"row":1}, the usual form"#)
    }
}
