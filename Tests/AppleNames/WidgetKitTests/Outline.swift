import ActivityKit
import Foundation
import LiveActivityUI
import Testing

/// A view's structure as one line of text, without its styles. `H`, `V` and `Z` are stacks.
func outline(_ node: ViewNode) -> String {
    node.effects.reduce(outline(node.content)) { inner, effect in
        switch effect {
        case .background(let view, _): "\(inner) on \(outline(view))"
        case .overlay(let view, _): "\(inner) under \(outline(view))"
        case .hidden: "(\(inner))"
        default: inner
        }
    }
}

private func outline(_ content: ViewNode.Content) -> String {
    switch content {
    case .empty: return "-"
    case .text(let text): return "'" + text.runs.map(outline).joined() + "'"
    case .image(let image): return outline(image.source)
    case .shape(let shape): return shape.stroke == nil ? "shape" : "line"
    case .paint: return "paint"
    case .spacer: return "…"
    case .divider: return "---"
    case .stack(let stack):
        let name =
            switch stack.axis {
            case .horizontal: "H"
            case .vertical: "V"
            case .depth: "Z"
            }
        return name + "[" + stack.children.map(outline).joined(separator: ", ") + "]"
    case .progress(let progress):
        let value =
            switch progress.value {
            case .fraction(let fraction): String(format: "%.2f", fraction)
            case .interval: "timer"
            case .indeterminate: "?"
            }
        return "\(progress.style == .linear ? "bar" : "ring")(\(value))"
    case .gauge(let gauge): return "gauge(\(String(format: "%.2f", gauge.fraction)))"
    case .control(let control):
        let kind =
            switch control.kind {
            case .button: "button"
            case .toggle(let isOn, _): isOn ? "on" : "off"
            case .link(let url): url.absoluteString
            }
        return "\(kind)(\(outline(control.label)))"
    case .geometry(_, _, let content): return "geometry(\(outline(content)))"
    default: return "\(content)"
    }
}

private func outline(_ source: ImageNode.Source) -> String {
    switch source {
    case .system(let name): "@\(name)"
    case .asset(let name): "@@\(name)"
    case .data(let bytes): "@\(bytes.count) bytes"
    }
}

private func outline(_ run: TextRun) -> String {
    switch run.content {
    case .string(let text): text
    case .timer(_, let pauseTime, let countsDown, _): "{\(countsDown ? "down" : "up")\(pauseTime == nil ? "" : " paused")}"
    case .date(_, let style): "{\(style.rawValue)}"
    case .image(let image): outline(image.source)
    }
}

/// The complete contents that a widget shows for an activity.
struct WidgetOutline: Equatable, Sendable {
    var content: String
    /// The expanded regions by position.
    var expanded: [String: String]
    /// The leading and trailing compact views.
    var compact: [String]
    var minimal: String
}

extension WidgetOutline {
    /// Resolves a widget for one state, in light appearance and in English.
    init<Attributes: ActivityAttributes>(
        _ look: ActivityLook<Attributes>?, _ attributes: Attributes, _ state: Attributes.ContentState, isStale: Bool = false,
        _ change: (inout EnvironmentValues) -> Void = { _ in }
    ) throws {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "en_GB")
        environment.timeZone = TimeZone(secondsFromGMT: 0)!
        change(&environment)
        let look = try #require(look)
        let context = ActivityViewContext(attributes: attributes, state: state, isStale: isStale, activityID: "1")
        let island = try look.dynamicIsland(context, in: environment)
        self.init(
            content: outline(try look.content(context, in: environment)),
            expanded: Dictionary(uniqueKeysWithValues: island.expanded.map { ("\($0.position)", outline($0.content)) }),
            compact: [outline(island.compactLeading), outline(island.compactTrailing)], minimal: outline(island.minimal))
    }
}
