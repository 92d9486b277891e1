public import LiveActivityUI

/// A button of an alarm, as in AlarmKit.
public struct AlarmButton: Codable, Hashable, Sendable {
    public var text: LocalizedStringResource
    public var systemImageName: String
    private var codedColor: CodedColor

    public var textColor: Color {
        get { codedColor.color }
        set { codedColor.color = newValue }
    }

    private enum CodingKeys: String, CodingKey {
        case text, systemImageName
        case codedColor = "textColor"
    }

    public init(text: LocalizedStringResource, textColor: Color, systemImageName: String) {
        self.text = text
        codedColor = CodedColor(color: textColor)
        self.systemImageName = systemImageName
    }
}

/// The texts and buttons of an alarm while it fires, counts down or is paused, as in AlarmKit.
public struct AlarmPresentation: Codable, Hashable, Sendable {
    public struct Alert: Codable, Hashable, Sendable {
        public enum SecondaryButtonBehavior: Codable, Hashable, Sendable {
            case countdown
            /// Performs the app's intent.
            case custom
        }

        public var title: LocalizedStringResource
        public var stopButton: AlarmButton
        public var secondaryButton: AlarmButton?
        public var secondaryButtonBehavior: SecondaryButtonBehavior?

        public init(
            title: LocalizedStringResource, stopButton: AlarmButton, secondaryButton: AlarmButton? = nil,
            secondaryButtonBehavior: SecondaryButtonBehavior? = nil
        ) {
            (self.title, self.stopButton, self.secondaryButton) = (title, stopButton, secondaryButton)
            self.secondaryButtonBehavior = secondaryButtonBehavior
        }

        /// Creates the presentation of a firing alarm with the system's stop button.
        public init(
            title: LocalizedStringResource, secondaryButton: AlarmButton? = nil,
            secondaryButtonBehavior: SecondaryButtonBehavior? = nil
        ) {
            self.init(
                title: title, stopButton: AlarmButton(text: "Stop", textColor: .white, systemImageName: "stop.fill"),
                secondaryButton: secondaryButton, secondaryButtonBehavior: secondaryButtonBehavior)
        }
    }

    public struct Countdown: Codable, Hashable, Sendable {
        public var title: LocalizedStringResource
        public var pauseButton: AlarmButton?

        public init(title: LocalizedStringResource, pauseButton: AlarmButton? = nil) {
            self.title = title
            self.pauseButton = pauseButton
        }
    }

    public struct Paused: Codable, Hashable, Sendable {
        public var title: LocalizedStringResource
        public var resumeButton: AlarmButton

        public init(title: LocalizedStringResource, resumeButton: AlarmButton) {
            self.title = title
            self.resumeButton = resumeButton
        }
    }

    public var alert: Alert
    /// The presentation while the alarm counts down; `nil` if it has no countdown.
    public var countdown: Countdown?
    /// The presentation while the alarm is paused; `nil` if it cannot be paused.
    public var paused: Paused?

    public init(alert: Alert, countdown: Countdown? = nil, paused: Paused? = nil) {
        (self.alert, self.countdown, self.paused) = (alert, countdown, paused)
    }
}
