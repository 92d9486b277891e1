// What `import SwiftUI` brings on iOS: Foundation, the leftovers of UIKit that views meet, and of Combine the two names by which a
// manager says that views observe it. The formatters are Foundation's on iOS.
@_exported public import class ActivityKit.DateComponentsFormatter
@_exported public import protocol ActivityKit.ObservableObject
@_exported public import class ActivityKit.RelativeDateTimeFormatter
@_exported public import struct ActivityKit.Published
@_exported public import FoundationNetworking
@_exported public import LiveActivityUI
@_exported public import Observation
