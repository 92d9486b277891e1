public import LiveActivityCore

extension Presentation {
    /// What a person has used.
    public enum Control: Hashable, Sendable {
        case button(ActionID)
        /// `isOn` is how it stands now; the surface shows it flipped at once (WK-17).
        case toggle(ActionID, isOn: Bool)
    }

    /// The controls that it shows, in the order of its parts, with their actions; without those that have none.
    public var actions: [Control] {
        var actions: [Control] = []
        for part in parts {
            part.node.walk { node, _ in
                guard case .control(let control) = node.content, control.isEnabled else { return }
                switch control.kind {
                case .button(let action?): actions.append(.button(action))
                case .toggle(let isOn, let action?): actions.append(.toggle(action, isOn: isOn))
                default: break
                }
            }
        }
        return actions
    }

    /// The command that a person gives by using one of its controls: what an engine, a runtime or another process carries out.
    ///
    /// ```swift
    /// try runtime.apply(card.perform("pause"))
    /// ```
    ///
    /// - Parameter isAuthenticated: Whether the person has authenticated since the presentation was made.
    /// - Throws: ``ActionRefusal`` where the surface does not take it, or does not show it. The provider may still refuse it.
    public func perform(_ action: ActionID, isAuthenticated: Bool = false) throws(ActionRefusal) -> Command {
        if controls == .off { throw .surfaceTakesNoActions(surface) }
        let isShown = actions.contains { control in
            switch control {
            case .button(let shown), .toggle(let shown, _): shown == action
            }
        }
        guard isShown else { throw .notShown(action, surface, shown: shownActions) }
        if controls == .afterUnlocking, !isAuthenticated { throw .authenticationRequired(surface) }
        return .perform(action, on: .id(activity), surface: surface.surface)
    }

    private var shownActions: [ActionID] {
        actions.map { control in
            switch control {
            case .button(let action), .toggle(let action, _): action
            }
        }
    }
}

/// Why a surface does not take an action. Nothing has changed.
public enum ActionRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Compact, minimal and CarPlay have no working controls: a tap opens the app (WK-14, HIG-07).
    case surfaceTakesNoActions(PresentationSurface)
    /// The device is locked, and its owner has not authenticated (WK-15).
    case authenticationRequired(PresentationSurface)
    /// No enabled control with this action is on show there.
    case notShown(ActionID, PresentationSurface, shown: [ActionID])

    public var description: String {
        switch self {
        case .surfaceTakesNoActions(let place): "controls do not work on \(place): a tap there opens the app"
        case .authenticationRequired(let place): "the device is locked: authenticate first, then use the control on \(place)"
        case .notShown(let action, let place, let shown):
            "\(place) shows no enabled control for '\(action)'; it shows: \(shown.map(\.rawValue).joined(separator: ", "))"
        }
    }
}
