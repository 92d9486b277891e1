import Foundation
import LiveActivityCore

extension ActivityLook {
    /// The presentation of an activity on a surface.
    ///
    /// A surface without a layout of its own borrows one: if the widget declares the small family, that is drawn from
    /// the Lock Screen content, otherwise both compact sides are combined in one view.
    ///
    /// - Parameter made: Presentations of other surfaces that may be reused.
    func present(
        _ context: ActivityViewContext<Attributes>, of activity: PresentedActivity, on surface: SizedSurface,
        in outer: EnvironmentValues, _ condition: DeviceCondition, reusing made: inout [ResolvedLook]
    ) throws(ResolutionError) -> Presentation {
        let family = family(on: surface)
        var environment = surface.environment(outer, condition, family ?? .medium)
        // The compact views are made for the island's black, which CarPlay keeps behind them in light appearance too.
        if family == nil { environment.colorScheme = .dark }
        var presentation = Presentation(
            surface: surface, activity: activity.id, kind: activity.kind, revision: activity.revision, isStale: context.isStale,
            parts: [], background: .black, controls: surface.controls(condition),
            isRightToLeft: environment.layoutDirection == .rightToLeft, isLuminanceReduced: environment.isLuminanceReduced,
            isNightMode: condition.isNightMode && surface.surface == .standBy)
        try show(context, family, environment, in: &presentation, reusing: &made)
        if surface.presentation == .lockScreen, let tint = presentation.tint {
            presentation.background = .tint(tint)
            if environment.adaptsToBackgroundTint, environment.colorScheme == .light, tint.isDark {
                environment.colorScheme = .dark
                try show(context, family, environment, in: &presentation, reusing: &made)
            }
        } else {
            presentation.background = surface.background(environment)
        }
        for part in presentation.parts {
            let settings = part.node.surfaceSettings
            presentation.url = presentation.url ?? settings.url
            guard surface.presentation == .lockScreen else { continue }
            presentation.systemActionForegroundColor = settings.systemActionForegroundColor
        }
        return presentation
    }

    /// Resolves the views, unless a surface with the same conditions has them.
    private func show(
        _ context: ActivityViewContext<Attributes>, _ family: ActivityFamily?, _ environment: EnvironmentValues,
        in presentation: inout Presentation, reusing made: inout [ResolvedLook]
    ) throws(ResolutionError) {
        let conditions = ResolvedLook.Conditions(presentation.surface, environment, family)
        if let known = made.first(where: { $0.conditions == conditions }) { return known.show(in: &presentation) }
        let isForAnySize = try resolve(context, family, environment, into: &presentation)
        if isForAnySize { made.append(ResolvedLook(conditions, presentation)) }
    }

    /// The presentations of an activity that no engine has, such as one of a preview.
    package func presentations(
        _ context: ActivityViewContext<Attributes>, kind: ActivityKind, on surfaces: [SizedSurface],
        in environment: EnvironmentValues
    ) throws(ResolutionError) -> [Presentation] {
        var made: [ResolvedLook] = []
        let activity = PresentedActivity(id: ActivityID(rawValue: 0), kind: kind, revision: 1)
        var presentations: [Presentation] = []
        for surface in surfaces {
            presentations.append(
                try present(context, of: activity, on: surface, in: environment, DeviceCondition(), reusing: &made))
        }
        return presentations
    }

    /// - Returns: Whether the result is valid for surfaces of another size, too.
    private func resolve(
        _ context: ActivityViewContext<Attributes>, _ family: ActivityFamily?, _ environment: EnvironmentValues,
        into presentation: inout Presentation
    ) throws(ResolutionError) -> Bool {
        let resolution = Resolution(environment)
        resolution.isLaidOutWhole = true
        resolution.run {
            if presentation.surface.presentation == .lockScreen, family != nil {
                presentation.parts = [.init(.content, resolution.node(of: content(context)))]
            } else {
                let island = dynamicIsland(context)
                presentation.parts = resolution.parts(of: island, on: presentation.surface)
                presentation.keylineTint = island.keylineTint.map { $0.resolved(in: environment) }
                presentation.url = island.url
            }
            resolution.settle(&presentation)
        }
        if let failure = resolution.failure { throw failure }
        return !resolution.dependsOnSize
    }

    /// The family for which the Lock Screen content is drawn; `nil` if the surface shows the compact sides instead.
    private func family(on surface: SizedSurface) -> ActivityFamily? {
        guard surface.isSmall else { return .medium }
        return options.supplementalActivityFamilies.contains(.small) ? .small : nil
    }
}

extension Presentation {
    /// The color of `activityBackgroundTint(_:)`.
    fileprivate var tint: ResolvedColor? { parts.lazy.compactMap(\.node.surfaceSettings.backgroundTint).first }
}

extension ResolvedColor {
    /// Whether white is easier to read on the color than black, where the system's light material is behind it.
    fileprivate var isDark: Bool {
        func linear(_ channel: Double) -> Double { Self.linear((channel * opacity + 1 - opacity).clamped) }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) < 0.179
    }
}

/// A presentation that was resolved for one surface and is valid for every surface with the same conditions, which
/// differs only in its size.
struct ResolvedLook {
    /// The properties of a surface that views can see, other than its size.
    struct Conditions: Hashable {
        private let presentation: SizedSurface.Kind
        private let family: ActivityFamily?
        private let isDark: Bool
        private let isFullScreen: Bool
        private let isEnabled: Bool
        private let isLimitedInWidth: Bool
        /// Whether the surface has the margins of an island's compact or minimal presentation.
        private let hasRoundEnds: Bool

        init(_ surface: SizedSurface, _ environment: EnvironmentValues, _ family: ActivityFamily?) {
            // Both minimal presentations have the same layout.
            presentation = surface.presentation == .attachedMinimal ? .detachedMinimal : surface.presentation
            self.family = family
            isDark = environment.colorScheme == .dark
            isFullScreen = environment.isActivityFullscreen
            isEnabled = environment.isEnabled
            isLimitedInWidth = environment.isDynamicIslandLimitedInWidth
            hasRoundEnds = surface.isIsland && surface.presentation != .expanded
        }
    }

    let conditions: Conditions
    private let parts: [Presentation.Part]
    private let keylineTint: ResolvedColor?
    private let url: URL?

    init(_ conditions: Conditions, _ presentation: Presentation) {
        self.conditions = conditions
        parts = presentation.parts
        keylineTint = presentation.keylineTint
        url = presentation.url
    }

    func show(in presentation: inout Presentation) {
        presentation.parts = parts
        presentation.keylineTint = keylineTint
        presentation.url = url
    }
}

/// The identity of the presented activity, without its content.
struct PresentedActivity {
    var id: ActivityID
    var kind: ActivityKind
    var revision: UInt32
}

extension Resolution {
    /// The parts of the island that the surface shows.
    fileprivate func parts(of island: DynamicIsland, on surface: SizedSurface) -> [Presentation.Part] {
        switch surface.presentation {
        case .compact:
            return [
                .init(
                    .compactLeading, island.compactLeading(self),
                    margins: island.insets(.compactLeading, otherwise: surface.compactMargins(isLeading: true))),
                .init(
                    .compactTrailing, island.compactTrailing(self),
                    margins: island.insets(.compactTrailing, otherwise: surface.compactMargins(isLeading: false))),
            ]
        case .attachedMinimal, .detachedMinimal:
            let margin = surface.roundEnd
            let margins = EdgeInsetsNode(top: margin, leading: margin, bottom: margin, trailing: margin)
            return [.init(.minimal, island.minimal(self), margins: island.insets(.minimal, otherwise: margins))]
        case .expanded:
            let standard = island.insets(.expanded, otherwise: SizedSurface.expandedMargins)
            let regions = island.expanded(self)
            let hasBottom = regions.contains { $0.position == .bottom }
            return regions.map { region in
                let part = Presentation.Region(region.position)
                let margins = EdgeInsetsNode(region.margins, otherwise: standard).of(part, isLowest: !hasBottom)
                return .init(part, region.content, margins: margins, priority: region.priority)
            }
        case .lockScreen:
            let sides = [island.compactLeading(self), ViewNode(.spacer(minLength: 8)), island.compactTrailing(self)]
            let margin = SizedSurface.standardMargin
            return [.init(.content, .row(sides, spacing: 0), margins: .init(leading: margin, trailing: margin))]
        }
    }
}

extension Resolution {
    /// Resolves the content of each `GeometryReader` for the size that it has in the whole presentation.
    fileprivate func settle(_ presentation: inout Presentation) {
        guard let deferred, failure == nil else { return }
        let measuring = environment.textMeasuring ?? ApproximateTextMeasuring()
        let size = presentation.size(measuring: measuring, at: environment.now)
        let tree = presentation.tree(measuring: measuring, at: environment.now)
        layout(tree, in: size, measuring: measuring, at: environment.now).forEach(deferred.note)
        for index in presentation.parts.indices { deferred.fill(&presentation.parts[index].node) }
        self.deferred = nil
    }
}

extension SizedSurface {
    /// The margin of the Lock Screen presentation in points.
    ///
    /// Source: Documentation/Reference.md, HIG-19.
    static let standardMargin = 14.0

    /// The margins of the expanded island in points. Apple does not publish them.
    ///
    /// Source: Documentation/Reference.md, SEEN-05.
    static let expandedMargins = EdgeInsetsNode(top: 16, leading: 20, bottom: 16, trailing: 20)

    /// The margin of a compact or minimal presentation at the round end of the island, above and below. Apple does not publish
    /// it.
    ///
    /// Source: Documentation/Reference.md, SEEN-04.
    fileprivate var roundEnd: Double { isIsland ? 7 : 0 }

    /// The margins of a compact side: none beside the camera.
    fileprivate func compactMargins(isLeading: Bool) -> EdgeInsetsNode {
        let end = roundEnd
        return EdgeInsetsNode(top: end, leading: isLeading ? end : 0, bottom: end, trailing: isLeading ? 0 : end)
    }
}

extension DynamicIsland {
    fileprivate func insets(_ mode: DynamicIslandMode, otherwise standard: EdgeInsetsNode) -> EdgeInsetsNode {
        EdgeInsetsNode(margins.values[mode], otherwise: standard)
    }
}

extension EdgeInsetsNode {
    fileprivate init(_ margins: DynamicIslandNode.Margins?, otherwise standard: EdgeInsetsNode) {
        self.init(
            top: margins?.top ?? standard.top, leading: margins?.leading ?? standard.leading,
            bottom: margins?.bottom ?? standard.bottom, trailing: margins?.trailing ?? standard.trailing)
    }

    /// The margins of the whole island that apply to the outer edges of a region.
    ///
    /// - Parameter isLowest: Whether the regions beside and below the camera are the lowest ones, as there is none at the
    ///   bottom.
    fileprivate func of(_ region: Presentation.Region, isLowest: Bool) -> EdgeInsetsNode {
        let below = isLowest ? bottom : 0
        return switch region {
        case .expandedLeading: EdgeInsetsNode(top: top, leading: leading, bottom: below)
        case .expandedTrailing: EdgeInsetsNode(top: top, bottom: below, trailing: trailing)
        case .expandedCenter: EdgeInsetsNode(bottom: below)
        case .expandedBottom: EdgeInsetsNode(leading: leading, bottom: bottom, trailing: trailing)
        default: EdgeInsetsNode()
        }
    }
}

extension Presentation.Region {
    fileprivate init(_ position: DynamicIslandNode.Position) {
        self =
            switch position {
            case .leading: .expandedLeading
            case .trailing: .expandedTrailing
            case .center: .expandedCenter
            case .bottom: .expandedBottom
            }
    }
}
