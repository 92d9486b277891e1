// The part of UIKit that a widget's views meet: colours and pictures.
@_exported public import Foundation
