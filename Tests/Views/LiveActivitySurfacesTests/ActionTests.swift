import CardFixtures
import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import LiveActivitySurfaces

@Suite struct ActionTests {
    /// A ride that can be hurried once.
    struct Provider: ActivityProvider {
        typealias Attributes = Ride.Attributes
        enum Event: Codable, Sendable { case none }
        let kind: ActivityKind = "ride"

        func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
            ActivityContent(state: .init(minutes: 10), staleDate: nil)
        }
        func handle(_ event: Event, in activity: inout Scope) {}
        func perform(_ action: ActionID, in activity: inout Scope) throws {
            guard action == "hurry" else { throw UnknownAction(action) }
            activity.state.minutes = 5
        }
    }

    let scenario = Scenario(Provider())
    let id: ActivityID

    init() throws { id = try scenario.start(Ride.Attributes(street: "Mill Street")) }

    /// A card with one button, as a surface displays it.
    func card(
        on surface: SizedSurface, condition: DeviceCondition = DeviceCondition(), action: ActionID = "hurry",
        isEnabled: Bool = true
    ) -> Presentation {
        var button = ControlNode(kind: .button(action: action), tint: .color(.gray(0)), label: .text("Hurry"))
        button.isEnabled = isEnabled
        var presentation = Presentation.card([.init(.content, ViewNode(.control(button)))], on: surface, background: .black)
        presentation.activity = id
        presentation.controls = surface.controls(condition)
        return presentation
    }

    @Test func anActionReachesItsProviderFromEverySurfaceWithControls() throws {
        let surfaces = SizedSurface.all.filter(\.takesActions)
        #expect(Set(surfaces.map(\.surface)) == [.lockScreen, .expanded, .standBy, .menuBar, .smartStack])
        for surface in surfaces {
            let command = try card(on: surface).perform("hurry")
            #expect(command == .perform("hurry", on: .id(id), surface: surface.surface))
        }
        #expect(try scenario.apply(card(on: .lockScreenIPhone393).perform("hurry")) == [.updated])
        #expect(scenario.content(of: id, as: Ride.Attributes.self)?.state.minutes == 5)
    }

    @Test func compactMinimalAndCarPlayRefuse() throws {
        let refused = SizedSurface.all.filter { !$0.takesActions }
        #expect(
            refused.map(\.name) == [
                "compact.iPhone430", "compact.iPhone393", "minimal.attached", "minimal.detached", "standBy.minimal",
                "menuBar.compact", "menuBar.minimal", "carPlay.240x78", "carPlay.240x100", "carPlay.170x78",
                "compact.narrow", "minimal.narrow", "compact.iPhone440", "compact.iPhone402",
            ])
        for surface in refused {
            #expect(throws: ActionRefusal.surfaceTakesNoActions(surface)) { try card(on: surface).perform("hurry") }
        }
        #expect(
            ActionRefusal.surfaceTakesNoActions(.carPlay240x78).description
                == "controls do not work on carPlay.240x78: a tap there opens the app")
    }

    @Test func aLockedDeviceAsksForItsOwnerFirst() throws {
        let locked = card(on: .lockScreenIPhone393, condition: DeviceCondition(isLocked: true))
        #expect(locked.controls == .afterUnlocking)
        #expect(throws: ActionRefusal.authenticationRequired(.lockScreenIPhone393)) { try locked.perform("hurry") }
        #expect(try locked.perform("hurry", isAuthenticated: true) == .perform("hurry", on: .id(id), surface: .lockScreen))
    }

    @Test func onlyWhatIsOnShowCanBeUsed() throws {
        let other = card(on: .lockScreenIPhone393, action: "wait")
        #expect(throws: ActionRefusal.notShown("hurry", .lockScreenIPhone393, shown: ["wait"])) { try other.perform("hurry") }
        let disabled = card(on: .lockScreenIPhone393, isEnabled: false)
        #expect(throws: ActionRefusal.notShown("hurry", .lockScreenIPhone393, shown: [])) { try disabled.perform("hurry") }
        #expect(disabled.actions == [])
    }

    @Test func theProviderStillHasTheLastWord() throws {
        let command = try card(on: .lockScreenIPhone393, action: "fly").perform("fly")
        #expect(throws: EngineError.self) { try scenario.apply(command) }
        #expect(scenario.content(of: id, as: Ride.Attributes.self)?.state.minutes == 10)
    }
}
