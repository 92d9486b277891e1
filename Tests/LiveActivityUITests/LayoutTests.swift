import Foundation
import LiveActivityUI
import Testing
