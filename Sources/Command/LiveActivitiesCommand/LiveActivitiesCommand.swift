import LiveActivitiesCLI

/// The command `live-activities`: the four plugins, and the demo.
@main
enum LiveActivitiesCommand {
    static func main() {
        LiveActivitiesCLI.main(
            providers: Plugins.providers, widgets: Plugins.widgets, summaries: Plugins.summaries, adding: DemoCommand.self)
    }
}
