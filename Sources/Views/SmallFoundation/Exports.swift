// `import Foundation` in the C library with looks: the types of LiveActivityFoundation, and what views use besides. README.md
// says why.
#if LA_COMPARED
@_exported public import SmallFoundation
#else
@_exported public import LiveActivityFoundation
#endif
@_exported public import Glibc
