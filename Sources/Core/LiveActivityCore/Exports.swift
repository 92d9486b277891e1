// `Date`, `Data` and `UUID` are part of every signature here, so whoever imports the core has them, as whoever imports
// ActivityKit has Foundation (API-11). Only the essentials: no ICU, no networking, nothing a C host would have to carry.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif
@_exported public import JanssonCoding
