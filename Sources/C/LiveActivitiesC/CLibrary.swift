// Imports the C library for all files of this module: descriptors, threads, and memory that a host frees.
//
// swift-system is not used, because the library for C hosts links none of the package's dependencies.
#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#else
@_exported public import Darwin
#endif
