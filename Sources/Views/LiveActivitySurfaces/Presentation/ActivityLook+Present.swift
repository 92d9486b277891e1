import Foundation
import LiveActivityCore

extension ActivityLook {
    /// The presentation of an activity on a surface.
    ///
    /// A surface without a layout of its own borrows one: if the widget declares the small family, that is drawn from
    /// the Lock Screen content, otherwise both compact sides are combined in one view.
    ///
    /// - Parameter made: Presentations that were resolved for other surfaces and may be reused here.
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
        let conditions = ResolvedLook.Conditions(surface, environment, family)
        if let known = made.first(where: { $0.conditions == conditions }) {
            known.show(in: &presentation)
        } else {
            let isForAnySize = try resolve(context, family, environment, into: &presentation)
            if isForAnySize { made.append(ResolvedLook(conditions, presentation)) }
        }
        var tint: ResolvedColor?
        for part in presentation.parts {
            let said = part.node.said
            presentation.url = presentation.url ?? said.url
            guard surface.presentation == .lockScreen else { continue }
            tint = tint ?? said.backgroundTint
            presentation.systemActionForegroundColor = said.systemActionForegroundColor
        }
        presentation.background = surface.background(tint: tint, environment)
        return presentation
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
        /// Whether the surface has the margins of an island's compact side.
        private let hasRoundEnds: Bool

        init(_ surface: SizedSurface, _ environment: EnvironmentValues, _ family: ActivityFamily?) {
            // Both minimal presentations have the same layout.
            presentation = surface.presentation == .attachedMinimal ? .detachedMinimal : surface.presentation
            self.family = family
            isDark = environment.colorScheme == .dark
            isFullScreen = environment.isActivityFullscreen
            isEnabled = environment.isEnabled
            isLimitedInWidth = environment.isDynamicIslandLimitedInWidth
            hasRoundEnds = surface.isIsland && surface.presentation == .compact
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
                    margins: island.insets(.compactLeading, otherwise: EdgeInsetsNode(leading: surface.roundEnd))),
                .init(
                    .compactTrailing, island.compactTrailing(self),
                    margins: island.insets(.compactTrailing, otherwise: EdgeInsetsNode(trailing: surface.roundEnd))),
            ]
        case .attachedMinimal, .detachedMinimal:
            return [.init(.minimal, island.minimal(self), margins: island.insets(.minimal))]
        case .expanded:
            let margin = SizedSurface.standardMargin
            let margins = island.insets(
                .expanded, otherwise: EdgeInsetsNode(top: margin, leading: margin, bottom: margin, trailing: margin))
            return island.expanded(self).map { region in
                let part = Presentation.Region(region.position)
                return .init(part, region.content, margins: margins.of(part), priority: region.priority)
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
    /// The margin of the Lock Screen presentation in points. Apple publishes no margin for the expanded island; the
    /// same is used.
    ///
    /// Source: Documentation/Reference.md, HIG-19.
    static let standardMargin = 14.0

    /// The margin at the round end of the island. Apple does not publish it; with this one, a symbol as high as body
    /// text has the same distance from the end as from the edges.
    fileprivate var roundEnd: Double { isIsland ? 7 : 0 }
}

extension DynamicIsland {
    fileprivate func insets(_ mode: DynamicIslandMode, otherwise standard: EdgeInsetsNode = EdgeInsetsNode()) -> EdgeInsetsNode
    {
        let said = margins.values[mode]
        return EdgeInsetsNode(
            top: said?.top ?? standard.top, leading: said?.leading ?? standard.leading, bottom: said?.bottom ?? standard.bottom,
            trailing: said?.trailing ?? standard.trailing)
    }
}

extension EdgeInsetsNode {
    /// The margins of the whole island that apply to the outer edges of a region.
    fileprivate func of(_ region: Presentation.Region) -> EdgeInsetsNode {
        switch region {
        case .expandedLeading: EdgeInsetsNode(top: top, leading: leading)
        case .expandedTrailing: EdgeInsetsNode(top: top, trailing: trailing)
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
