import LiveActivityCore

/// A parcel on its way: the consumer program's kind. Its types are only `Codable`, like those of a user's first provider.
struct ParcelAttributes: ActivityAttributes, Hashable {
    struct ContentState: Codable, Hashable, Sendable {
        /// The parcel's location.
        var place = "shop"
    }

    /// Each number is a topic.
    var number: Int
}

enum ParcelEvent: Codable, Hashable, Sendable {
    case moved(to: String)
}

struct ParcelProvider: ActivityProvider {
    typealias Attributes = ParcelAttributes
    typealias Event = ParcelEvent

    let kind: ActivityKind = "parcel"

    func content(for attributes: ParcelAttributes, at now: Date) -> ActivityContent<ParcelAttributes.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }

    func topics(for attributes: ParcelAttributes) -> [Topic] { [Topic("parcel/\(attributes.number)")] }

    func begin(_ activity: inout Scope) { activity.wake(at: activity.now + 3_600) }

    func handle(_ event: ParcelEvent, in activity: inout Scope) {
        switch event {
        case .moved(let place): activity.state.place = place
        }
    }

    func tick(_ activity: inout Scope) { activity.state.place = "depot" }

    func perform(_ action: ActionID, in activity: inout Scope) { activity.state.place = action.rawValue }
}

extension ActivityContent<ParcelAttributes.ContentState> {
    /// Content with the parcel at a location.
    static func at(_ place: String) -> Self { Self(state: .init(place: place), staleDate: nil) }
}

// The attributes as JSON.
func attributes(_ number: Int) -> String { #"{"number":\#(number)}"# }
func state(_ place: String) -> String { #"{"place":"\#(place)"}"# }
func moved(_ place: String) -> String { #"{"moved":{"to":"\#(place)"}}"# }
func sending(_ place: String, _ id: ActivityID) -> String {
    #"{"command":"send","activity":"\#(id)","event":\#(moved(place))}"#
}

func update(_ place: String) throws -> ContentUpdate { ContentUpdate(state: try JSONValue(parsing: state(place))) }

extension AnyProvider {
    static var parcel: AnyProvider { AnyProvider(ParcelProvider()) }

    /// An event prepared in advance, from a value.
    static func prepared(_ place: String) throws -> PreparedEvent {
        try JSONValue(parsing: moved(place)).withJSON { event in try parcel.prepare(event: event, with: WireDecoder()) }
    }
}
