// Style: a bundle with a Live Activity and the controls that Xcode's template adds.
import ActivityKit
import AppIntents
import SwiftUI
import WidgetKit

struct KettleAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable { var degrees: Int }
    var name: String
}

struct KettleBundle: WidgetBundle {
    var body: some Widget {
        KettleLiveActivity()
        if #available(iOS 18.0, *) {
            KettleControl()
            BoilControl()
        }
    }
}

struct KettleLiveActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: KettleAttributes.self) { context in
            Text("\(context.attributes.name): \(context.state.degrees)°")
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.bottom) { Text(context.attributes.name) }
            } compactLeading: {
                Image(systemName: "mug.fill")
            } compactTrailing: {
                Text("\(context.state.degrees)°")
            } minimal: {
                Image(systemName: "mug.fill")
            }
        }
    }
}

@available(iOS 18.0, *)
struct KettleControl: ControlWidget {
    static let kind: String = "com.example.kettle"

    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: Self.kind, provider: Provider()) { value in
            ControlWidgetToggle("Keep warm", isOn: value.isWarm, action: KeepWarmIntent(value.name)) { isOn in
                Label(isOn ? "On" : "Off", systemImage: "mug").controlWidgetActionHint("Keep warm")
            }
            .tint(.orange)
        }
        .displayName("Kettle")
        .description("Keeps the water warm.")
        .promptsForUserConfiguration()
    }

    struct Value {
        var isWarm: Bool
        var name: String
    }

    struct Provider: AppIntentControlValueProvider {
        func previewValue(configuration: KettleConfiguration) -> Value { Value(isWarm: false, name: configuration.name) }
        func currentValue(configuration: KettleConfiguration) async throws -> Value {
            Value(isWarm: true, name: configuration.name)
        }
    }
}

@available(iOS 18.0, *)
struct BoilControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "boil", provider: Temperature()) { degrees in
            ControlWidgetButton(action: BoilIntent()) {
                Label("\(degrees)°", systemImage: "flame")
            } actionLabel: { isBoiling in
                Text(isBoiling ? "Boils" : "Boil")
            }
            .disabled(degrees > 99)
        }
        .displayName(.init(stringLiteral: "Boil"))
    }

    struct Temperature: ControlValueProvider {
        let previewValue = 20
        func currentValue() async throws -> Int { 20 }
    }
}

struct KettleConfiguration: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Kettle"
    @Parameter(title: "Name", default: "Kitchen") var name: String
}

struct BoilIntent: AppIntent {
    static let title: LocalizedStringResource = "Boil"
    func perform() async throws -> some IntentResult {
        ControlCenter.shared.reloadControls(ofKind: "boil")
        return .result()
    }
}

struct KeepWarmIntent: SetValueIntent {
    static let title: LocalizedStringResource = "Keep warm"
    @Parameter(title: "Name") var name: String
    @Parameter(title: "Is warm") var value: Bool

    init() {}
    init(_ name: String) { self.name = name }

    func perform() async throws -> some IntentResult { .result() }
}
