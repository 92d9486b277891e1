import AgentActivity
import AgentWidget
import LiveActivitiesCLI
import LiveActivityCore

LiveActivitiesCLI.main(
    providers: [AnyProvider(AgentProvider())],
    widgets: [KindWidget(AgentWidget.self, of: AgentProvider(), strings: AgentWidget.strings)],
    summaries: ["agent": "a build, a test run, or the work of a coding agent"], adding: WrapCommand.self, TellCommand.self)
