// The value types of Foundation that this package uses: `Date`, `Data`, `URL`, `UUID`, `Decimal` and `Locale`.
//
// It imports only FoundationEssentials on platforms that have it, without ICU and networking, which would enlarge a C host.
//
// `Scripts/package-c` compiles this module from `Sources/Core/SmallFoundation` instead; see the README there.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif
