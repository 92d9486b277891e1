#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Allocates the chunks of an ``ActivitySlab``.
///
/// Events access random rows. In a gigabyte of rows nearly every access then misses the processor's cache of page table entries
/// (a TLB miss), which takes as long as loading the row itself. Pages of 2 MB instead of 4 KB need few enough entries. So large
/// chunks are mapped at a multiple of 2 MB, with a request for huge pages (`madvise`). If Linux has no huge pages, or is
/// configured not to provide any (`/sys/kernel/mm/transparent_hugepage/enabled` is `never`), everything works with small pages.
///
/// The cost: memory is allocated 2 MB at a time when a chunk is first used, so at most 2 MB per slab are in memory without a
/// row in them. Chunks below ``mappedFrom`` come from the allocator, so that a kind with few activities needs only the memory
/// it uses.
enum SlabMemory {
    static let hugePage = 2 << 20
    /// The minimum size of a chunk that is mapped, in bytes. All smaller chunks together have the same size, so the pages that
    /// are not full are at most a sixth of a slab.
    static let mappedFrom = 8 << 20

    static func allocate(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer {
        #if os(Linux)
        if byteCount >= mappedFrom, alignment <= hugePage { return map(rounded(byteCount)) }
        #endif
        return .allocate(byteCount: byteCount, alignment: alignment)
    }

    /// - Parameters:
    ///   - byteCount: The size of the allocation.
    ///   - alignment: The alignment of the allocation.
    static func deallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int, alignment: Int) {
        #if os(Linux)
        if byteCount >= mappedFrom, alignment <= hugePage {
            munmap(memory, rounded(byteCount))
            return
        }
        #endif
        memory.deallocate()
    }

    #if os(Linux)
    private static func rounded(_ byteCount: Int) -> Int { (byteCount + hugePage - 1) & ~(hugePage - 1) }

    private static func map(_ size: Int) -> UnsafeMutableRawPointer {
        // One huge page more than needed, so that it contains an aligned address; the rest on both sides is unmapped.
        guard let mapped = mmap(nil, size + hugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            mapped != UnsafeMutableRawPointer(bitPattern: -1)
        else { fatalError("out of memory for \(size) bytes of activities") }
        let before = (hugePage - Int(bitPattern: mapped) % hugePage) % hugePage
        if before > 0 { munmap(mapped, before) }
        let start = mapped + before
        munmap(start + size, hugePage - before)
        // Only advice to the system, which fails if huge pages are not supported.
        madvise(start, size, MADV_HUGEPAGE)
        return start
    }
    #endif
}
