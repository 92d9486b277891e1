import Foundation
import LiveActivityCore

extension PresentationSurface {
    /// What the views see of the place they are drawn for; the rest is the person's and the device's.
    func environment(
        _ outer: EnvironmentValues, _ condition: DeviceCondition, _ family: ActivityFamily
    ) -> EnvironmentValues {
        var environment = outer
        environment.activityFamily = family
        environment.isActivityFullscreen = self == .standByFullScreen
        environment.containerSize = CGSize(width: size.width.upperBound, height: size.height.upperBound)
        if isBlack || environment.isLuminanceReduced { environment.colorScheme = .dark }
        if controls(condition) == .off { environment.isEnabled = false }
        if condition.isLocked && condition.hidesPrivateContent { environment.redactionReasons.insert(.privacy) }
        return environment
    }

    /// Whether it is black whatever the appearance: the island (HIG-23), and what is made for it wherever it is shown, a Mac's menu bar included
    /// (HIG-18); a watch; and StandBy.
    var isBlack: Bool { presentation != .lockScreen || surface == .smartStack || surface == .standBy }

    func controls(_ condition: DeviceCondition) -> Presentation.Controls {
        guard takesActions else { return .off }
        return condition.isLocked ? .afterUnlocking : .work
    }

    /// Whether a person can use controls there. A surface of the engine may take actions in one of its forms only: compact and minimal
    /// do in no place, in a menu bar or in StandBy either (WK-14).
    public var takesActions: Bool {
        guard surface.takesActions else { return false }
        return presentation == .lockScreen || presentation == .expanded
    }

    func background(tint: ResolvedColor?, _ environment: EnvironmentValues) -> Presentation.Background {
        if presentation != .lockScreen { return .black }
        if let tint { return .tint(tint) }
        if isBlack || environment.isLuminanceReduced { return .black }
        // What iOS's materials come to over an average wallpaper.
        let name: SystemColor = environment.colorScheme == .dark ? .secondaryBackground : .background
        return .material(name.resolved(in: environment.appearance))
    }
}
