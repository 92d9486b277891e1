// The parts of UIKit that a widget's views use are declared in AppleUIKit, not here, because `import SwiftUI` brings them, too.
// A file that imports both a module named UIKit and Testing, directly or through another module, would need Testing's overlay
// for Apple's UIKit.
@_exported public import AppleUIKit
@_exported public import Foundation
