// The part of UIKit that a widget's views meet. It is declared in the module SwiftUI, whose import brings it on iOS too: a file that
// imports a module named UIKit and Testing is asked for the overlay that Testing has for Apple's UIKit.
@_exported public import Foundation
@_exported public import class SwiftUI.UIColor
@_exported public import class SwiftUI.UIImage
@_exported public import class SwiftUI.UIScreen
@_exported public import class SwiftUI.UITraitCollection
@_exported public import enum SwiftUI.UIUserInterfaceStyle
