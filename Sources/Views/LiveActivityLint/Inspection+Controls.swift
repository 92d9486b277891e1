import Foundation
import LiveActivityCore

// What a person can do there.
extension Inspection {
    mutating func checkControls() {
        var controls: [(ControlNode, String)] = []
        var urls: [(URL, String)] = []
        // As laid out: of the views of a `ViewThatFits` one is there.
        forEachPlaced { node, path in
            if case .content(.control(let control)) = node.kind { controls.append((control, path)) }
        }
        forEachView { node, path in
            for case .widgetURL(let url) in node.effects { urls.append((url, path)) }
        }
        let interactive = controls.filter { !$0.0.isLink }
        for (control, path) in controls where !control.isLink && control.action == nil {
            report(.controlWithoutAction, path, "it does nothing")
        }
        if !surface.takesActions, surface.surface != .carPlay {
            // A Link is a control too: in these places one tap opens one screen.
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
                report(.severalURLs, urls[1].path, "it leads to \(urls[1].url), \(urls[0].path) to \(urls[0].url)")
            }
            return
        }
        func lead(_ place: Presentation.Place) -> URL? { presentation[place]?.node.leads }
        let (leading, trailing) = (lead(.compactLeading), lead(.compactTrailing))
        // A side that says nothing leads where the presentation does.
        let sides = [leading, trailing].map { $0 ?? presentation.url }
        if leading != nil || trailing != nil, sides[0] != sides[1] {
            func text(_ url: URL?) -> String { url?.absoluteString ?? "the app" }
            report(
                .differentURLs, Presentation.Place.compactTrailing.rawValue,
                "it leads to \(text(sides[1])), compactLeading to \(text(sides[0]))")
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
    /// Where a tap on the tree leads: its `widgetURL`, or a `Link` in it.
    fileprivate var leads: URL? {
        if let url = said.url { return url }
        var link: URL?
        walk { node, _ in
            if link == nil, case .control(let control) = node.content, case .link(let url) = control.kind { link = url }
        }
        return link
    }
}
