import DeliveryActivity
import LiveActivityTesting
import LiveActivitySurfaces
import LiveActivityWidgetTesting
import Testing

@testable import DeliveryWidget

private let epoch = Scenario.epoch

@Suite struct SurfaceTests {
    private let widget: WidgetReader<DeliveryAttributes>

    init() throws {
        widget = try WidgetReader(
            DeliveryWidget.self, kind: "delivery", attributes: DeliveryAttributes.self, strings: DeliveryWidget.strings)
    }

    private let order = DeliveryAttributes(orderNumber: 4711, restaurantName: "Pizza")

    private func state(_ step: DeliveryStep, _ change: (inout DeliveryState) -> Void = { _ in }) -> DeliveryState {
        var state = DeliveryState(
            driverName: "Alex", estimatedDeliveryTime: (epoch + 1200)...(epoch + 1800), currentStep: step,
            promisedTime: epoch + 1800)
        change(&state)
        return state
    }

    @Test func onTheWayTheCourierAndTheArrivalAreShown() throws {
        let read = try widget.reading(order, state(.delivering) { $0.stopsLeft = 2 }, at: epoch)
        #expect(
            read == """
                lockScreen: (bicycle) | Pizza | Order 4711 | On its way | 30:00 | Alex, 2 stops before you | 17:20–17:30 | [Leave at door]
                compact: (bicycle) | 30:00
                minimal: (80 %) | (bicycle)
                expanded: (bicycle) | 30:00 | On its way | Alex, 2 stops before you | 17:20–17:30 | [Leave at door]
                smartStack: (bicycle) | On its way | 30:00
                """)
    }

    @Test func aDelayIsShownWithItsReason() throws {
        let late = state(.preparing) {
            $0.driverName = ""
            $0.estimatedDeliveryTime = (epoch + 2100)...(epoch + 2700)
            $0.delayReason = .busyKitchen
        }
        let read = try widget.reading(order, late, at: epoch)
        #expect(
            read == """
                lockScreen: (fork.knife) | Pizza | Order 4711 | Being prepared | 45:00 | Busy kitchen · 15 minutes late | 17:35–17:45
                compact: (fork.knife) | 45:00
                minimal: (40 %) | (fork.knife)
                expanded: (fork.knife) | 45:00 | Being prepared | Busy kitchen · 15 minutes late | 17:35–17:45
                smartStack: (fork.knife) | Being prepared | 45:00
                """)
    }

    @Test func aFailedAttemptOffersACall() throws {
        let read = try widget.reading(order, state(.failedAttempt) { $0.failureReason = .nobodyThere }, at: epoch)
        #expect(
            read == """
                lockScreen: (exclamationmark.circle.fill) | Pizza | Order 4711 | Could not deliver | 30:00 | Nobody answered the door | 17:20–17:30 | [Contact courier]
                compact: (exclamationmark.circle.fill) | 30:00
                minimal: (80 %) | (exclamationmark.circle.fill)
                expanded: (exclamationmark.circle.fill) | 30:00 | Could not deliver | Nobody answered the door | 17:20–17:30 | [Contact courier]
                smartStack: (exclamationmark.circle.fill) | Could not deliver | 30:00
                """)
    }

    @Test func thereIsNoControlAfterTheEnd() throws {
        let read = try widget.reading(order, state(.delivered) { $0.leaveAtDoor = true }, at: epoch)
        #expect(
            read == """
                lockScreen: (checkmark.circle.fill) | Pizza | Order 4711 | Delivered | At your door | 17:20–17:30
                compact: (checkmark.circle.fill) | (checkmark.circle.fill)
                minimal: (100 %) | (checkmark.circle.fill)
                expanded: (checkmark.circle.fill) | (checkmark.circle.fill) | Delivered | At your door | 17:20–17:30
                smartStack: (checkmark.circle.fill) | Delivered | At your door
                """)
        let then = try widget.reading(order, state(.cancelled) { $0.cancellationReason = .restaurant }, at: epoch)
        #expect(
            then == """
                lockScreen: (xmark.circle.fill) | Pizza | Order 4711 | Cancelled | The restaurant had to cancel
                compact: (xmark.circle.fill) | (xmark.circle.fill)
                minimal: (20 %) | (xmark.circle.fill)
                expanded: (xmark.circle.fill) | (xmark.circle.fill) | Cancelled | The restaurant had to cancel
                smartStack: (xmark.circle.fill) | Cancelled | The restaurant had to cancel
                """)
    }

    @Test func staleContentSaysThatAnUpdateIsAwaited() throws {
        let read = try widget.reading(order, state(.delivering), isStale: true, at: epoch + 2000)
        #expect(
            read == """
                lockScreen: (bicycle) | Pizza | Order 4711 | On its way | 0:00 | Waiting for an update | 17:20–17:30 | [Leave at door]
                compact: (bicycle) | 0:00
                minimal: (80 %) | (bicycle)
                expanded: (bicycle) | 0:00 | On its way | Waiting for an update | 17:20–17:30 | [Leave at door]
                smartStack: (bicycle) | On its way | Waiting for an update
                """)
    }

    @Test func arabicCountsInItsOwnWay() throws {
        let read = try widget.reading(order, state(.nearby) { $0.stopsLeft = 2 }, at: epoch, locale: "ar_EG")
        #expect(
            read == """
                lockScreen: (mappin.circle.fill) | Pizza | الطلب 4711 | على وشك الوصول | ٣٠:٠٠ | Alex، محطتان قبلك | ٥:٢٠ م–٥:٣٠ م | [اتركه عند الباب]
                compact: (mappin.circle.fill) | ٣٠:٠٠
                minimal: (80 %) | (mappin.circle.fill)
                expanded: (mappin.circle.fill) | ٣٠:٠٠ | على وشك الوصول | Alex، محطتان قبلك | ٥:٢٠ م–٥:٣٠ م | [اتركه عند الباب]
                smartStack: (mappin.circle.fill) | على وشك الوصول | ٣٠:٠٠
                """)
    }

    @Test func theCouriersNameIsHiddenOnALockedDevice() throws {
        let locked = DeviceCondition(isLocked: true, hidesPrivateContent: true)
        for surface in SizedSurface.all {
            let shown = try widget.presentation(
                of: order, state(.preparing), at: epoch, locale: "en", on: surface, condition: locked)
            #expect(!shown.words(at: epoch).contains { $0.contains("Alex") }, "\(surface)")
        }
    }

    /// A host may put any value into the content.
    @Test func contentOutOfRangeIsStillDrawn() throws {
        let absurd = [
            state(.delivering) { $0.estimatedDeliveryTime = .distantPast ... .distantPast },
            state(.delivering) { $0.estimatedDeliveryTime = .distantFuture ... .distantFuture },
            state(.delivering) { $0.promisedTime = .distantPast },
            state(.delivering) { $0.driverName = String(repeating: "👩‍👩‍👧‍👦", count: 5_000) },
        ]
        for state in absurd { #expect(try widget.reading(order, state, at: epoch).split(separator: "\n").count == 5) }
    }

    @Test func drawsWhateverCanBeDecoded() throws {
        #expect(try widget.drawHostileContents(of: DeliveryProvider()) > 50)
    }
}
