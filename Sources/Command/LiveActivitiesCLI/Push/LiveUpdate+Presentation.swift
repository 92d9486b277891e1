#if PushFiles
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import LiveActivitySurfaces

extension LiveUpdate {
    /// Sets the neutral fields of a message from the kind's widget on the Lock Screen and beside the camera: texts, the
    /// countdown, the progress. A field that no surface provides is left unchanged.
    mutating func show(_ activity: ShownActivity, with widgets: ActivityWidgets, at now: Date) {
        var environment = EnvironmentValues()
        environment.now = now
        let surfaces: [SizedSurface] = [.lockScreenIPhone393, .compactIPhone393, .minimalAttached]
        guard let shown = try? widgets.present(activity, on: surfaces, environment: environment), shown.count == surfaces.count
        else { return }
        let summaries = shown.map { SurfaceSummary($0.parts.map(\.node)) }
        let (whole, compact, minimal) = (summaries[0], summaries[1], summaries[2])
        if let first = whole.texts.first { title = first }
        if whole.texts.count > 1 { body = whole.texts[1] }
        // Android's status bar has space for six characters. The smallest surface fits as a whole: both teams' points.
        let chips = [minimal.words.joined(separator: " ")] + compact.texts + whole.texts
        criticalText = chips.first { 1..<7 ~= $0.count } ?? criticalText
        when = compact.countsTo ?? whole.countsTo ?? when
        if let fraction = whole.fraction { progress = Progress(value: Int((fraction * 100).rounded()), max: 100) }
    }
}

/// The texts and values extracted from views.
private struct SurfaceSummary {
    /// Each text once.
    private(set) var texts: [String] = []
    /// All texts in order, also repeated ones.
    private(set) var words: [String] = []
    /// The date that a timer counts to or from.
    private(set) var countsTo: Date?
    private(set) var fraction: Double?

    init(_ nodes: [ViewNode]) { for node in nodes { node.walk { node, _ in read(node) } } }

    private mutating func read(_ node: ViewNode) {
        switch node.content {
        case .text(let text):
            var own = ""
            for run in text.runs {
                switch run.content {
                case .string(let string): own += string
                case .timer(let range, _, let countsDown, _):
                    countsTo = countsTo ?? (countsDown ? range.upperBound : range.lowerBound)
                case .date(let date, let style): if style == .timer || style == .relative { countsTo = countsTo ?? date }
                case .image: break
                }
            }
            if !own.isEmpty {
                words.append(own)
                if !texts.contains(own) { texts.append(own) }
            }
        case .progress(let progress): if case .fraction(let value) = progress.value { fraction = fraction ?? value }
        case .gauge(let gauge): fraction = fraction ?? gauge.fraction
        default: break
        }
    }
}

extension PushApp {
    /// The app, with the texts of the kinds' widgets in messages to Android.
    func showing(_ widgets: ActivityWidgets, of runtime: LiveActivityRuntime) -> PushApp {
        guard case .fcmAndroid = service else { return self }
        var app = self
        for kind in app.kinds.keys where app.kinds[kind]?.liveUpdate == nil {
            app.kinds[kind]?.liveUpdate = { [weak runtime] source in
                var update = source.plain
                guard let content = source.content,
                    let attributes = source.attributes ?? (try? runtime?.record(of: source.activity))?.attributes
                else { return update }
                let shown = ShownActivity(
                    id: source.activity, kind: source.kind, owner: "", attributes: attributes, content: content)
                update.show(shown, with: widgets, at: source.timestamp)
                return update
            }
        }
        return app
    }
}
#endif
