public import LiveActivityCore

extension Presentation {
    /// A control with its action.
    public enum Control: Hashable, Sendable {
        case button(ActionID)
        /// A switch with its current state. Surfaces show the new state at once, before the action has run.
        case toggle(ActionID, isOn: Bool)
    }

    /// The enabled controls with an action, in the order of the parts.
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

    /// The command for using one of the controls, to be applied to an engine or runtime.
    ///
    /// ```swift
    /// try runtime.apply(card.perform("pause"))
    /// ```
    ///
    /// - Parameters:
    ///   - action: The action of the control.
    ///   - isAuthenticated: Whether the user has authenticated since the presentation was made.
    /// - Throws: ``ActionRefusal`` if the surface does not accept or does not show the action. The provider may also
    ///   refuse it when the command is applied.
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

/// The reason why a surface refuses an action. Nothing has changed.
public enum ActionRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Controls do not work in compact and minimal presentations and in CarPlay: a tap opens the app.
    case surfaceTakesNoActions(SizedSurface)
    /// The device is locked and the user has not authenticated.
    case authenticationRequired(SizedSurface)
    /// The surface shows no enabled control with this action.
    case notShown(ActionID, SizedSurface, shown: [ActionID])

    public var description: String {
        switch self {
        case .surfaceTakesNoActions(let surface): "controls do not work on \(surface): a tap there opens the app"
        case .authenticationRequired(let surface):
            "the device is locked: authenticate first, then use the control on \(surface)"
        case .notShown(let action, let surface, let shown):
            "\(surface) shows no enabled control for '\(action)'; it shows: \(shown.map(\.rawValue).joined(separator: ", "))"
        }
    }
}
