import Foundation
import LiveActivityCore

extension ActivityLook {
    /// What a surface shows of an activity.
    ///
    /// A place that no layout was made for borrows one: the small family is drawn from the Lock Screen's content where the widget declares
    /// it (WK-05), and is both compact sides in one view where it does not (HIG-06).
    func present(
        _ context: ActivityViewContext<Attributes>, of activity: PresentedActivity, on place: PresentationSurface,
        in outer: EnvironmentValues, _ condition: DeviceCondition
    ) throws(ResolutionError) -> Presentation {
        let family = family(on: place)
        let environment = place.environment(outer, condition, family ?? .medium)
        let resolution = Resolution(environment)
        var presentation = Presentation(
            surface: place, activity: activity.id, kind: activity.kind, revision: activity.revision, isStale: context.isStale,
            parts: [], background: .black, controls: place.controls(condition),
            isRightToLeft: environment.layoutDirection == .rightToLeft, isLuminanceReduced: environment.isLuminanceReduced,
            isNightMode: condition.isNightMode && place.surface == .standBy)
        var tint: ResolvedColor?
        resolution.run {
            if place.presentation == .lockScreen, family != nil {
                presentation.parts = [.init(.content, resolution.node(of: content(context)))]
            } else {
                let island = dynamicIsland(context)
                presentation.parts = resolution.parts(of: island, on: place)
                presentation.keylineTint = island.keylineTint.map { $0.resolved(in: environment) }
                presentation.url = island.url
            }
            resolution.settle(&presentation)
        }
        for part in presentation.parts {
            let said = part.node.said
            presentation.url = presentation.url ?? said.url
            guard place.presentation == .lockScreen else { continue }
            tint = tint ?? said.backgroundTint
            presentation.systemActionForegroundColor = said.systemActionForegroundColor
        }
        if let failure = resolution.failure { throw failure }
        presentation.background = place.background(tint: tint, environment)
        return presentation
    }

    /// For which family the Lock Screen's content is drawn there; `nil` where the place takes the compact sides instead.
    private func family(on place: PresentationSurface) -> ActivityFamily? {
        guard place.isSmall else { return .medium }
        return options.supplementalActivityFamilies.contains(.small) ? .small : nil
    }
}

/// Which activity is presented, without its content.
struct PresentedActivity {
    var id: ActivityID
    var kind: ActivityKind
    var revision: UInt32
}

extension Resolution {
    /// The parts of an island that a place shows, and only those.
    fileprivate func parts(of island: DynamicIsland, on place: PresentationSurface) -> [Presentation.Part] {
        switch place.presentation {
        case .compact:
            return [
                .init(
                    .compactLeading, island.compactLeading(self),
                    margins: island.insets(.compactLeading, otherwise: EdgeInsetsNode(leading: place.roundEnd))),
                .init(
                    .compactTrailing, island.compactTrailing(self),
                    margins: island.insets(.compactTrailing, otherwise: EdgeInsetsNode(trailing: place.roundEnd))),
            ]
        case .attachedMinimal, .detachedMinimal:
            return [.init(.minimal, island.minimal(self), margins: island.insets(.minimal))]
        case .expanded:
            let margin = PresentationSurface.standardMargin
            let margins = island.insets(
                .expanded, otherwise: EdgeInsetsNode(top: margin, leading: margin, bottom: margin, trailing: margin))
            return island.expanded(self).map { region in
                let part = Presentation.Place(region.position)
                return .init(part, region.content, margins: margins.of(part), priority: region.priority)
            }
        case .lockScreen:
            let sides = [island.compactLeading(self), ViewNode(.spacer(minLength: 8)), island.compactTrailing(self)]
            let margin = PresentationSurface.standardMargin
            return [.init(.content, .row(sides, spacing: 0), margins: .init(leading: margin, trailing: margin))]
        }
    }
}

extension Resolution {
    /// Makes what waits for its size (a `GeometryReader`'s content) for the size that it gets in the whole presentation.
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

extension PresentationSurface {
    /// HIG-19. What the system leaves around an expanded island's content is not published, and taken to be the same.
    static let standardMargin = 14.0

    /// What keeps a compact side out of the round end of an island, where it has one; not published either, and chosen so that a symbol as
    /// high as body text stands as far from the end as from the edges.
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
    /// Of a whole island's margins, those that lie at a region's own edges.
    fileprivate func of(_ place: Presentation.Place) -> EdgeInsetsNode {
        switch place {
        case .expandedLeading: EdgeInsetsNode(top: top, leading: leading)
        case .expandedTrailing: EdgeInsetsNode(top: top, trailing: trailing)
        case .expandedBottom: EdgeInsetsNode(leading: leading, bottom: bottom, trailing: trailing)
        default: EdgeInsetsNode()
        }
    }
}

extension Presentation.Place {
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
