// The parts of UIKit that a widget's views use. They are declared in the module SwiftUI, whose import makes them
// available on iOS, too: a file that imports both a module named UIKit and Testing would need Testing's overlay for
// Apple's UIKit.
@_exported public import Foundation
@_exported public import class SwiftUI.UIColor
@_exported public import class SwiftUI.UIImage
@_exported public import class SwiftUI.UIScreen
@_exported public import class SwiftUI.UITraitCollection
@_exported public import enum SwiftUI.UIUserInterfaceStyle
