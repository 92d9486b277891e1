// What `import ActivityKit` brings on iOS: besides ActivityKit itself Foundation and, through it, Observation (API-11). On Linux,
// networking is a module of its own.
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import LiveActivityKit
@_exported public import Observation
