import DeliveryActivity
import LiveActivityCore
import MeditationTimerActivity
import SportsActivity
import WaitQueueActivity

/// Knows for each kind of activity how to make a card of it.
enum CardBook {
    /// The card of an activity as it is now; `nil` if it is gone or of a kind without cards.
    static func card(of id: ActivityID, in engine: borrowing Engine) -> Card? {
        if let (attributes, state) = read(id, in: engine, as: DeliveryAttributes.self) {
            return DeliveryCard.card(attributes, state)
        }
        if let (attributes, state) = read(id, in: engine, as: SportsAttributes.self) {
            return SportsCard.card(attributes, state)
        }
        if let (attributes, state) = read(id, in: engine, as: WaitQueueAttributes.self) {
            return WaitQueueCard.card(attributes, state)
        }
        if let (attributes, state) = read(id, in: engine, as: MeditationTimerAttributes.self) {
            return MeditationTimerCard.card(attributes, state)
        }
        return nil
    }

    private static func read<Attributes: ActivityAttributes>(
        _ id: ActivityID, in engine: borrowing Engine, as type: Attributes.Type
    ) -> (Attributes, Attributes.ContentState)? {
        guard let attributes = engine.attributes(of: id, as: type), let content = engine.content(of: id, as: type) else {
            return nil
        }
        return (attributes, content.state)
    }
}
