// `Date`, `CGFloat`, `URL` and format styles are part of every signature here, as they are of SwiftUI's; nodes are what views
// become.
@_exported public import Foundation
@_exported public import LiveActivityCore
@_exported public import LiveActivityViewTree
