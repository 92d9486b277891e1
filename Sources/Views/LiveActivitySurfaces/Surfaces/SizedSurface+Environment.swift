import Foundation
import LiveActivityCore

extension SizedSurface {
    /// The environment of views on this surface. Values that the surface does not determine are kept.
    func environment(
        _ outer: EnvironmentValues, _ condition: DeviceCondition, _ family: ActivityFamily
    ) -> EnvironmentValues {
        var environment = outer
        environment.activityFamily = family
        environment.isActivityFullscreen = self == .standByFullScreen
        environment.containerSize = publishedSize
        if isLimitedInWidth { environment.isDynamicIslandLimitedInWidth = true }
        if isBlack || environment.isLuminanceReduced { environment.colorScheme = .dark }
        if controls(condition) == .off { environment.isEnabled = false }
        if condition.isLocked && condition.hidesPrivateContent { environment.redactionReasons.insert(.privacy) }
        return environment
    }

    /// Whether the background is black in every appearance: the island and presentations made for it (including a Mac's
    /// menu bar), a watch, and StandBy.
    var isBlack: Bool { presentation != .lockScreen || surface == .smartStack || surface == .standBy }

    func controls(_ condition: DeviceCondition) -> Presentation.Controls {
        guard takesActions else { return .off }
        return condition.isLocked ? .afterUnlocking : .work
    }

    /// Whether controls can be used on this surface. They never work in compact and minimal presentations, including
    /// those in a menu bar and in StandBy.
    public var takesActions: Bool {
        guard surface.takesActions else { return false }
        return presentation == .lockScreen || presentation == .expanded
    }

    /// The system's background for views without a tint.
    func background(_ environment: EnvironmentValues) -> Presentation.Background {
        if presentation != .lockScreen { return .black }
        if isBlack || environment.isLuminanceReduced { return .black }
        // The average color of iOS's materials over a wallpaper of medium brightness.
        let name: SystemColor = environment.colorScheme == .dark ? .secondaryBackground : .background
        return .material(name.resolved(in: environment.appearance))
    }
}
