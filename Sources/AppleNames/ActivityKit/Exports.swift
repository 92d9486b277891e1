// The names that `import ActivityKit` makes available on iOS: ActivityKit, Foundation and, through it, Observation. On
// Linux, networking is a separate module.
//
// Source: Documentation/Reference.md, API-11.
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import LiveActivityKit
@_exported public import Observation
