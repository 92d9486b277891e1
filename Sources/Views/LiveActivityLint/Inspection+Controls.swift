import Foundation
import LiveActivityCore

// Checks controls and links.
extension Inspection {
    mutating func checkControls() {
        var controls: [(ControlNode, String)] = []
        var urls: [(URL, String)] = []
        // From the layout, because a `ViewThatFits` shows only one of its views.
        forEachPlaced { node, path in
            if case .content(.control(let control)) = node.kind { controls.append((control, path)) }
        }
        forEachView { node, path in
            for case .widgetURL(let url) in node.effects { urls.append((url, path)) }
        }
        let interactive = controls.filter { !$0.0.isLink }
        for (control, path) in controls where !control.isLink && control.action == nil {
            report(.controlWithoutAction, path, "the \(control.name) does nothing: it has no intent")
        }
        if !surface.takesActions, surface.surface != .carPlay {
            // A Link counts as a control, because these surfaces open one screen wherever they are tapped.
            for (control, path) in controls { report(.misplacedControl, path, "a \(control.name) does not work on \(surface)") }
        } else if interactive.count > 1 {
            report(
                .severalControls, interactive[1].1,
                "\(interactive.count) controls: \(interactive.map { $0.0.action?.rawValue ?? $0.0.name }.joined(separator: ", "))"
            )
        }
        checkURLs(urls)
    }

    private mutating func checkURLs(_ urls: [(url: URL, path: String)]) {
        guard surface.presentation == .compact else {
            if urls.count > 1 {
                report(.severalURLs, urls[1].path, "this view opens \(urls[1].url), but \(urls[0].path) opens \(urls[0].url)")
            }
            return
        }
        func lead(_ region: Presentation.Region) -> URL? { presentation[region]?.node.leads }
        let (leading, trailing) = (lead(.compactLeading), lead(.compactTrailing))
        // A side without a URL opens the URL of the presentation.
        let sides = [leading, trailing].map { $0 ?? presentation.url }
        if leading != nil || trailing != nil, sides[0] != sides[1] {
            func text(_ url: URL?) -> String { url?.absoluteString ?? "the app" }
            report(
                .differentURLs, Presentation.Region.compactTrailing.rawValue,
                "this side opens \(text(sides[1])), but compactLeading opens \(text(sides[0]))")
        }
    }
}

extension ControlNode {
    var isLink: Bool { if case .link = kind { true } else { false } }

    var action: ActionID? {
        switch kind {
        case .button(let action), .toggle(_, let action): action
        case .link: nil
        }
    }

    fileprivate var name: String {
        switch kind {
        case .button: "Button"
        case .toggle: "Toggle"
        case .link: "Link"
        }
    }
}

extension ViewNode {
    /// The URL that a tap on the view opens: its `widgetURL`, or that of the first `Link` in it.
    fileprivate var leads: URL? {
        if let url = surfaceSettings.url { return url }
        var link: URL?
        walk { node, _ in
            if link == nil, case .control(let control) = node.content, case .link(let url) = control.kind { link = url }
        }
        return link
    }
}
