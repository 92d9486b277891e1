// The value types of Foundation that this package uses: `Date`, `Data`, `URL`, `UUID`, `Decimal` and `Locale`.
//
// Only the essentials, where the platform has them apart from Foundation: no ICU, no networking, nothing that a C host would
// have to carry.
//
// `Scripts/package-c` compiles this module from `Sources/Core/SmallFoundation` instead, see the README there.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif
