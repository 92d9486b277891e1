public import Foundation

/// How far something is: a share, an interval of time, or not known.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
    let value: ProgressNode.Value
    let label: Label?
    let currentValueLabel: CurrentValueLabel?

    init(_ value: ProgressNode.Value, label: Label?, currentValueLabel: CurrentValueLabel?) {
        self.value = value
        self.label = label
        self.currentValueLabel = currentValueLabel
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        var fraction: Double?
        if case .fraction(let value) = view.value { fraction = value }
        let configuration = ProgressViewStyleConfiguration(
            fractionCompleted: fraction, label: view.label.map { .init(content: AnyView($0)) },
            currentValueLabel: view.currentValueLabel.map { .init(content: AnyView($0)) }, value: view.value)
        resolution.append(configuration, style: resolution.environment.styles.progressView, to: &nodes)
    }

    /// `nil` or a value that is none gives a bar that does not know.
    fileprivate static func share(_ value: (some BinaryFloatingPoint)?, of total: some BinaryFloatingPoint)
        -> ProgressNode.Value
    {
        guard let value, total > 0 else { return .indeterminate }
        return .fraction((Double(value) / Double(total)).clamped)
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    public init() where Label == EmptyView { self.init(.indeterminate, label: nil, currentValueLabel: nil) }
    public init(@ViewBuilder label: () -> Label) { self.init(.indeterminate, label: label(), currentValueLabel: nil) }
    public init(_ titleKey: LocalizedStringKey) where Label == Text {
        self.init(.indeterminate, label: Text(titleKey), currentValueLabel: nil)
    }
    @_disfavoredOverload
    public init<Title: StringProtocol>(_ title: Title) where Label == Text {
        self.init(.indeterminate, label: Text(title), currentValueLabel: nil)
    }

    public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1.0) where Label == EmptyView {
        self.init(Self.share(value, of: total), label: nil, currentValueLabel: nil)
    }
    public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1.0, @ViewBuilder label: () -> Label) {
        self.init(Self.share(value, of: total), label: label(), currentValueLabel: nil)
    }
    public init<Value: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: Value?, total: Value = 1.0)
    where Label == Text { self.init(Self.share(value, of: total), label: Text(titleKey), currentValueLabel: nil) }
    @_disfavoredOverload
    public init<Title: StringProtocol, Value: BinaryFloatingPoint>(_ title: Title, value: Value?, total: Value = 1.0)
    where Label == Text { self.init(Self.share(value, of: total), label: Text(title), currentValueLabel: nil) }
}

extension ProgressView {
    public init<Value: BinaryFloatingPoint>(
        value: Value?, total: Value = 1.0, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) { self.init(Self.share(value, of: total), label: label(), currentValueLabel: currentValueLabel()) }

    /// A bar that empties, or fills, by itself (WK-19).
    public init(
        timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.init(
            .interval(timerInterval, countsDown: countsDown), label: label(), currentValueLabel: currentValueLabel())
    }
}

/// What a bar over a time says below itself where it is not told: the time that is left.
public typealias DefaultDateProgressLabel = Text

extension ProgressView where CurrentValueLabel == DefaultDateProgressLabel {
    public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) where Label == EmptyView {
        self.init(
            .interval(timerInterval, countsDown: countsDown), label: nil,
            currentValueLabel: Text(timerInterval: timerInterval, countsDown: countsDown))
    }
    public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label) {
        self.init(
            .interval(timerInterval, countsDown: countsDown), label: label(),
            currentValueLabel: Text(timerInterval: timerInterval, countsDown: countsDown))
    }
}

extension ProgressView
where Label == ProgressViewStyleConfiguration.Label, CurrentValueLabel == ProgressViewStyleConfiguration.CurrentValueLabel {
    public init(_ configuration: ProgressViewStyleConfiguration) {
        self.init(configuration.value, label: configuration.label, currentValueLabel: configuration.currentValueLabel)
    }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
    /// Foundation's own measure of how far something is, as it stands now.
    public init(_ progress: Progress) {
        self.init(
            progress.isIndeterminate ? .indeterminate : .fraction(progress.fractionCompleted.clamped), label: nil,
            currentValueLabel: nil)
    }
}
