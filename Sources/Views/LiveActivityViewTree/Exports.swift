// `Date`, `URL` and `CGSize` are part of the nodes' signatures, and so is `ActionID`.
@_exported public import Foundation
@_exported public import LiveActivityCore
