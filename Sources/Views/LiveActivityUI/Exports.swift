// Re-exported, because signatures contain `Date`, `CGFloat`, `URL` and format styles, like SwiftUI's, and views are resolved to
// nodes.
@_exported public import Foundation
@_exported public import LiveActivityCore
@_exported public import LiveActivityViewTree
