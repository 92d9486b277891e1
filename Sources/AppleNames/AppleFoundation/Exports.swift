// On iOS, Foundation has localized strings, and a file may use them without ActivityKit or SwiftUI.
@_exported public import struct LiveActivityCore.LocalizedStringResource
