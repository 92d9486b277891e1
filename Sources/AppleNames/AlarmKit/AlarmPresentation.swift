public import LiveActivityUI

/// A button of an alarm. As in AlarmKit.
public struct AlarmButton: Codable, Hashable, Sendable {
    /// The title.
    public var text: LocalizedStringResource
    /// The system image.
    public var systemImageName: String
    private var codedColor: CodedColor

    /// The color of the title.
    public var textColor: Color {
        get { codedColor.color }
        set { codedColor.color = newValue }
    }

    private enum CodingKeys: String, CodingKey {
        case text, systemImageName
        case codedColor = "textColor"
    }

    /// A button.
    public init(text: LocalizedStringResource, textColor: Color, systemImageName: String) {
        self.text = text
        codedColor = CodedColor(color: textColor)
        self.systemImageName = systemImageName
    }
}

/// The texts and buttons of an alarm while it rings, counts down and is paused. As in AlarmKit.
public struct AlarmPresentation: Codable, Hashable, Sendable {
    /// A ringing alarm.
    public struct Alert: Codable, Hashable, Sendable {
        /// What the second button does.
        public enum SecondaryButtonBehavior: Codable, Hashable, Sendable {
            /// Counts down again, as a snooze.
            case countdown
            /// Performs the app's intent.
            case custom
        }

        /// The title.
        public var title: LocalizedStringResource
        /// The button that stops the alarm.
        public var stopButton: AlarmButton
        /// A second button.
        public var secondaryButton: AlarmButton?
        /// What the second button does.
        public var secondaryButtonBehavior: SecondaryButtonBehavior?

        /// A ringing alarm.
        public init(
            title: LocalizedStringResource, stopButton: AlarmButton, secondaryButton: AlarmButton? = nil,
            secondaryButtonBehavior: SecondaryButtonBehavior? = nil
        ) {
            self.title = title
            self.stopButton = stopButton
            self.secondaryButton = secondaryButton
            self.secondaryButtonBehavior = secondaryButtonBehavior
        }

        /// A ringing alarm with the system's stop button.
        public init(
            title: LocalizedStringResource, secondaryButton: AlarmButton? = nil,
            secondaryButtonBehavior: SecondaryButtonBehavior? = nil
        ) {
            self.init(
                title: title, stopButton: AlarmButton(text: "Stop", textColor: .white, systemImageName: "stop.fill"),
                secondaryButton: secondaryButton, secondaryButtonBehavior: secondaryButtonBehavior)
        }
    }

    /// A countdown.
    public struct Countdown: Codable, Hashable, Sendable {
        /// The title.
        public var title: LocalizedStringResource
        /// The button that pauses it.
        public var pauseButton: AlarmButton?

        /// A countdown.
        public init(title: LocalizedStringResource, pauseButton: AlarmButton? = nil) {
            self.title = title
            self.pauseButton = pauseButton
        }
    }

    /// A paused countdown.
    public struct Paused: Codable, Hashable, Sendable {
        /// The title.
        public var title: LocalizedStringResource
        /// The button that resumes it.
        public var resumeButton: AlarmButton

        /// A paused countdown.
        public init(title: LocalizedStringResource, resumeButton: AlarmButton) {
            self.title = title
            self.resumeButton = resumeButton
        }
    }

    /// While it rings.
    public var alert: Alert
    /// While it counts down; `nil` if it never does.
    public var countdown: Countdown?
    /// While it is paused; `nil` if it cannot be.
    public var paused: Paused?

    /// Texts and buttons.
    public init(alert: Alert, countdown: Countdown? = nil, paused: Paused? = nil) {
        self.alert = alert
        self.countdown = countdown
        self.paused = paused
    }
}
