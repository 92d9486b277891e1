import LiveActivitiesCLI

/// The command `live-activities`: the four plugins, the demo, and the template of a new plugin.
@main
enum LiveActivitiesCommand {
    static func main() {
        LiveActivitiesCLI.main(kinds: Plugins.kinds, adding: DemoCommand.self, NewCommand.self, IOSCommand.self)
    }
}
