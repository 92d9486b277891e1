// A Swift provider as a shared object that C hosts load at run time: the provider, and an entry.
public import CLiveActivities
import LiveActivityPlugin
import MeditationTimerActivity

private let plugin = ExportPlugin(name: "meditation timer", version: "1.0") { [AnyExport(MeditationTimerProvider())] }

@c(la_plugin_entry)
public func entry(_ host: UnsafePointer<la_host>?) -> UnsafePointer<la_plugin>? { plugin.entry(for: host) }
