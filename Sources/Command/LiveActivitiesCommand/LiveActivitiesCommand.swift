import LiveActivitiesCLI

/// The command `live-activities`: the four plugins, the demo, and the template of a new plugin.
@main
enum LiveActivitiesCommand {
    static func main() {
        LiveActivitiesCLI.main(
            providers: Plugins.providers, widgets: Plugins.widgets, summaries: Plugins.summaries,
            adding: DemoCommand.self, NewCommand.self)
    }
}
