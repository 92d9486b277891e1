// Replaces `import Foundation` in the C library with looks: the types of LiveActivityFoundation, and the others that views use.
// See README.md for the reasons.
#if LA_COMPARED
@_exported public import SmallFoundation
#else
@_exported public import LiveActivityFoundation
#endif
@_exported public import Glibc
