// The names that `import SwiftUI` makes available on iOS: Foundation, the parts of UIKit that views use, and the names of
// Combine with which a model declares that views observe it. The formatters are named one by one, so that they are found before
// the unavailable classes of Linux's Foundation.
@_exported public import AppleCombine
@_exported public import AppleFoundation
@_exported public import class AppleFoundation.DateComponentsFormatter
@_exported public import class AppleFoundation.RelativeDateTimeFormatter
@_exported public import AppleUIKit
@_exported public import FoundationNetworking
@_exported public import LiveActivityUI
@_exported public import Observation
