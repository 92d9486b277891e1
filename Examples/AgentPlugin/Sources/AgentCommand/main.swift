import AgentActivity
import AgentWidget
import LiveActivitiesCLI

LiveActivitiesCLI.main(
    kinds: [
        CommandKind(
            AgentProvider(), widget: AgentWidget.self, strings: AgentWidget.strings,
            summary: "a build, a test run, or the work of a coding agent")
    ],
    adding: WrapCommand.self, TellCommand.self)
