// The C library, for every file of this module: descriptors, threads and memory that a host frees.
//
// Not swift-system: no dependency of the package is linked into the library for C hosts.
#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#else
@_exported public import Darwin
#endif
