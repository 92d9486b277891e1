import Foundation
import LiveActivityCore

extension ProgressNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        let value: Value =
            if reader.has("value") {
                .fraction(try reader.number("value"))
            } else if reader.has("timerInterval") {
                .interval(try reader.read("timerInterval"), countsDown: try reader.read("countsDown", usually: true))
            } else {
                .indeterminate
            }
        try self.init(
            style: reader.read("style"), value: value, tint: reader.read("tint"), track: reader.read("track"),
            label: reader.optional("label"), currentValueLabel: reader.optional("currentValueLabel"))
    }

    public func encode(to encoder: any Encoder) throws {
        let writer = NodeWriter(encoder)
        try writer.write(style, "style")
        switch value {
        case .fraction(let fraction): try writer.write(fraction, "value")
        case .interval(let interval, let countsDown):
            try writer.write(interval, "timerInterval").write(countsDown, "countsDown", usually: true)
        case .indeterminate: break
        }
        try writer.write(tint, "tint").write(track, "track").write(label, "label").write(currentValueLabel, "currentValueLabel")
    }
}

extension GaugeNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        try self.init(
            style: reader.read("style"), fraction: reader.number("value"), tint: reader.read("tint"),
            track: reader.read("track"), label: reader.optional("label"),
            currentValueLabel: reader.optional("currentValueLabel"), minimumValueLabel: reader.optional("minimumValueLabel"),
            maximumValueLabel: reader.optional("maximumValueLabel"))
    }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(style, "style").write(fraction, "value").write(tint, "tint").write(track, "track")
            .write(label, "label").write(currentValueLabel, "currentValueLabel").write(minimumValueLabel, "minimumValueLabel")
            .write(maximumValueLabel, "maximumValueLabel")
    }
}

extension ControlNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        let kind: Kind =
            if reader.has("url") {
                .link(try reader.read("url"))
            } else if reader.has("isOn") {
                .toggle(isOn: try reader.read("isOn"), action: try reader.optional("action"))
            } else {
                .button(action: try reader.optional("action"))
            }
        try self.init(
            kind: kind, style: reader.read("style", usually: .automatic),
            borderShape: reader.read("borderShape", usually: .automatic), role: reader.optional("role"),
            isEnabled: reader.read("isEnabled", usually: true), tint: reader.read("tint"), label: reader.read("label"))
    }

    public func encode(to encoder: any Encoder) throws {
        let writer = NodeWriter(encoder)
        switch kind {
        case .button(let action): try writer.write(action, "action")
        case .toggle(let isOn, let action): try writer.write(isOn, "isOn").write(action, "action")
        case .link(let url): try writer.write(url, "url")
        }
        try writer.write(style, "style", usually: .automatic).write(borderShape, "borderShape", usually: .automatic)
            .write(role, "role").write(isEnabled, "isEnabled", usually: true).write(tint, "tint").write(label, "label")
    }
}

extension AccessibilityNode {
    public init(from decoder: any Decoder) throws {
        let reader = try NodeReader(decoder)
        try self.init(
            label: reader.optional("label"), value: reader.optional("value"), hint: reader.optional("hint"),
            isHidden: reader.read("isHidden", usually: false), traits: reader.read("traits", usually: []))
    }

    public func encode(to encoder: any Encoder) throws {
        try NodeWriter(encoder).write(label, "label").write(value, "value").write(hint, "hint")
            .write(isHidden, "isHidden", usually: false).write(traits, "traits", usually: [])
    }
}
