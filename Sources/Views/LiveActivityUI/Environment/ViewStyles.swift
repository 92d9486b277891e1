/// The control styles in effect. A style modifier replaces one of them for the views inside it.
@usableFromInline struct ViewStyles {
    var label: any LabelStyle = DefaultLabelStyle()
    var progressView: any ProgressViewStyle = DefaultProgressViewStyle()
    var gauge: any GaugeStyle = DefaultGaugeStyle()
    var button = ButtonLook.system(.automatic)
    var toggle: any ToggleStyle = DefaultToggleStyle()
}
