import DeliveryActivity
import LiveActivityCore
import MeditationTimerActivity
import SportsActivity
import WaitQueueActivity

/// Knows for each kind of activity how to make a card of it.
enum CardBook {
    /// What an activity is, said once.
    enum Subject: Hashable, Sendable {
        case delivery(DeliveryAttributes)
        case meditationTimer(MeditationTimerAttributes)
        case sports(SportsAttributes)
        case waitQueue(WaitQueueAttributes)
    }

    /// The attributes of an activity; `nil` if it is gone, or of a kind without cards.
    static func subject(of id: ActivityID, in engine: borrowing Engine) -> Subject? {
        if let attributes = engine.attributes(of: id, as: DeliveryAttributes.self) { return .delivery(attributes) }
        if let attributes = engine.attributes(of: id, as: MeditationTimerAttributes.self) {
            return .meditationTimer(attributes)
        }
        if let attributes = engine.attributes(of: id, as: SportsAttributes.self) { return .sports(attributes) }
        return engine.attributes(of: id, as: WaitQueueAttributes.self).map { .waitQueue($0) }
    }

    /// The card of content as a change brought it.
    ///
    /// - Throws: an error of decoding if the state is not one of the subject's kind.
    static func card(of subject: Subject, showing state: JSONText, _ decoder: JanssonDecoder) throws -> Card {
        switch subject {
        case .delivery(let attributes): DeliveryCard.card(attributes, try decoder.decode(DeliveryState.self, from: state.bytes))
        case .meditationTimer(let attributes):
            MeditationTimerCard.card(attributes, try decoder.decode(MeditationTimerState.self, from: state.bytes))
        case .sports(let attributes): SportsCard.card(attributes, try decoder.decode(SportsState.self, from: state.bytes))
        case .waitQueue(let attributes):
            WaitQueueCard.card(attributes, try decoder.decode(WaitQueueState.self, from: state.bytes))
        }
    }
}
