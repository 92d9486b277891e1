// The parts of UIKit that a widget's views use are declared in AppleUIKit, because `import SwiftUI` re-exports them too. They
// cannot be in a module named UIKit: a file that imports both UIKit and Testing, even indirectly, would need Testing's overlay
// for Apple's UIKit.
@_exported public import AppleUIKit
@_exported public import Foundation
@_exported public import UserNotifications
