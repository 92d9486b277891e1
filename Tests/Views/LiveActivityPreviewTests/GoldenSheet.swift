#if Preview
import Foundation
import LiveActivityPreview
import LiveActivitySurfaces
import Testing

/// Golden pictures of an app's own views and widgets, several on one sheet. Unlike a ``Specimen``, whose tree is made by hand,
/// a sheet covers every step: views, resolution, surface, and the device around it.
struct GoldenSheet: Sendable, CustomTestStringConvertible {
    var name: String
    var pictures: @Sendable () throws -> [Picture]
    var testDescription: String { name }

    static let all = [
        GoldenSheet(name: "sheet-texts", pictures: texts), GoldenSheet(name: "sheet-symbols", pictures: symbols),
        GoldenSheet(name: "sheet-islands", pictures: islands), GoldenSheet(name: "sheet-grounds", pictures: grounds),
    ]

    /// All pictures, one below the other.
    func picture() throws -> Picture {
        var (layers, width, height): ([Picture.Layer], CGFloat, CGFloat) = ([], 0, 0)
        for picture in try pictures() {
            layers += picture.layers.map { layer in
                var layer = layer
                layer.origin.y += height
                return layer
            }
            width = max(width, picture.size.width)
            height += picture.size.height + 4
        }
        return Picture(size: CGSize(width: width, height: height), layers: layers, at: Specimen.now)
    }

    // MARK: Views

    private static func view(_ view: some View, width: Double, height: Double, isDark: Bool = false) throws -> Picture {
        let node = try ViewNode(resolving: view, in: environment(isDark ? .dark : .light))
        return Specimen.picture(of: node, like: Specimen("", width: width, height: height, isDark: isDark, node))
    }

    private static func environment(_ scheme: ColorScheme) -> EnvironmentValues {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "en")
        environment.colorScheme = scheme
        environment.now = Specimen.now
        environment.textMeasuring = PangoTextMeasuring()
        return environment
    }

    /// The designs of the system's font; emoji, which keep their colors, joined or not; clocks, which stay on one line; an
    /// indeterminate progress view.
    @Sendable private static func texts() throws -> [Picture] {
        let end = Specimen.now + 4_320
        let hour = Specimen.now...end
        let rows = VStack(alignment: .leading, spacing: 4) {
            Text(verbatim: "Default 0123 12:45")
            Text(verbatim: "Rounded 0123 12:45").fontDesign(.rounded)
            Text(verbatim: "Serif 0123 12:45").fontDesign(.serif)
            Text(verbatim: "Monospaced 0123").fontDesign(.monospaced)
            Text(verbatim: "Digits 0123 1:11").monospacedDigit()
            HStack {
                Text(verbatim: "🍕👩🏽‍🚀🏳️‍🌈1️⃣🇯🇵")
                Text(verbatim: "🍕👩🏽‍🚀").opacity(0.4)
                Text(verbatim: "🍕👩🏽‍🚀").fontDesign(.rounded).bold().foregroundStyle(.red)
            }
            HStack {
                Text(timerInterval: hour).frame(width: 64)
                Text(timerInterval: hour).minimumScaleFactor(0.5).frame(width: 44)
                Text(timerInterval: hour).frame(width: 40)
            }
            HStack {
                Text(timerInterval: hour).monospacedDigit().font(.caption).frame(maxWidth: 50)
                ProgressView().tint(.orange)
                ProgressView { Text(verbatim: "waiting") }.progressViewStyle(.circular).tint(.orange)
            }
        }
        return [try view(rows, width: 240, height: 270, isDark: true)]
    }

    /// The rendering modes of symbols, an empty name, and an unknown one.
    @Sendable private static func symbols() throws -> [Picture] {
        let rows = VStack(alignment: .leading, spacing: 6) {
            HStack {
                Image(systemName: "exclamationmark.triangle.fill")
                Image(systemName: "battery.100.bolt")
                Image(systemName: "checkmark.circle.fill")
                Image(systemName: "trash.fill")
            }
            .symbolRenderingMode(.multicolor)
            HStack {
                Image(systemName: "play.circle.fill").foregroundStyle(.white, .blue)
                Image(systemName: "exclamationmark.circle.fill").foregroundStyle(.black, .yellow)
                Image(systemName: "checkmark.square.fill").foregroundStyle(.white, .green)
            }
            .symbolRenderingMode(.palette)
            HStack {
                Image(systemName: "checkmark.circle.fill")
                Image(systemName: "phone.circle.fill")
                Image(systemName: "bicycle")
            }
            .symbolRenderingMode(.hierarchical)
            .foregroundStyle(.indigo)
            HStack {
                Image(systemName: "figure.run")
                Label {
                    Text(verbatim: "no image")
                } icon: {
                    Image(systemName: "")
                }
                Image(systemName: "no.such.symbol")
            }
        }
        return [try view(rows.font(.title2), width: 220, height: 160)]
    }

    // MARK: Surfaces

    /// The islands of a widget; `nil` for a side that is empty.
    private struct Trip: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable {
            var leading: String?
            var trailing: String?
        }
    }

    private struct TripWidget: Widget {
        var body: some WidgetConfiguration {
            ActivityConfiguration(for: Trip.self) { context in
                Text(verbatim: context.state.trailing ?? "").font(.headline).foregroundStyle(.white).padding()
            } dynamicIsland: { context in
                DynamicIsland {
                    DynamicIslandExpandedRegion(.leading) { Image(systemName: "bicycle").foregroundStyle(.orange) }
                    DynamicIslandExpandedRegion(.trailing) {
                        if let text = context.state.trailing { Text(verbatim: text) }
                    }
                    DynamicIslandExpandedRegion(.center) {
                        Text(verbatim: context.state.leading ?? "In the middle").font(.subheadline).lineLimit(1)
                    }
                    DynamicIslandExpandedRegion(.bottom) { ProgressView(value: 0.4).tint(.orange) }
                } compactLeading: {
                    if let text = context.state.leading {
                        Text(verbatim: text)
                    } else {
                        Image(systemName: "bicycle").foregroundStyle(.orange)
                    }
                } compactTrailing: {
                    if let text = context.state.trailing { Text(verbatim: text) }
                } minimal: {
                    Image(systemName: "bicycle").foregroundStyle(.orange)
                }
            }
        }
    }

    private static func trip(
        _ leading: String?, _ trailing: String?, on surfaces: SizedSurface..., scheme: ColorScheme = .light,
        isFramed: Bool = true, changing change: (inout Presentation) -> Void = { _ in }
    ) throws -> [Picture] {
        let look = try #require(ActivityLook(TripWidget(), for: Trip.self))
        let context = ActivityViewContext(attributes: Trip(), state: Trip.ContentState(leading: leading, trailing: trailing))
        return try look.presentations(context, kind: "trip", on: surfaces, in: environment(scheme)).map { presentation in
            var presentation = presentation
            change(&presentation)
            return Picture(presentation, colorScheme: scheme, isFramed: isFramed, at: Specimen.now)
        }
    }

    /// A compact island with an empty side, with little content, grown, and at its limit; a narrow one; the expanded one.
    @Sendable private static func islands() throws -> [Picture] {
        try trip(nil, nil, on: .compactIPhone393) + trip(nil, "5 min", on: .compactIPhone393)
            + trip(nil, "B 42, 12:45", on: .compactIPhone393)
            + trip(nil, "The gate is B 42, boarding", on: .compactIPhone393)
            + trip(nil, "5 m", on: .compactNarrow, .minimalNarrow)
            + trip(nil, nil, on: .expandedIPhone393, isFramed: false)
            + trip("A line of the center that is far too long for its place", "9:41", on: .expandedIPhone393, isFramed: false)
    }

    /// A black tint on the Lock Screen, a clear one in StandBy, and compact views in CarPlay's light appearance.
    @Sendable private static func grounds() throws -> [Picture] {
        let (black, clear) = (
            ResolvedColor(red: 0, green: 0, blue: 0), ResolvedColor(red: 0, green: 0, blue: 0, opacity: 0)
        )
        let standBy = try trip(nil, "a clear tint", on: .standByFullScreen) { $0.background = .tint(clear) }
        return try trip(nil, "a black tint", on: .lockScreenIPhone393) { $0.background = .tint(black) }
            + standBy.map { picture in
                let layers = picture.layers.map { layer in
                    var layer = layer
                    layer.origin = CGPoint(x: layer.origin.x / 2, y: layer.origin.y / 2)
                    layer.scale /= 2
                    return layer
                }
                return Picture(
                    size: CGSize(width: picture.size.width / 2, height: picture.size.height / 2), layers: layers,
                    at: picture.now)
            } + trip("Gate", "B 42", on: .carPlay170x78)
    }
}
#endif
