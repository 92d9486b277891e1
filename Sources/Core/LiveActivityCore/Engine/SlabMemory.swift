#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Where the chunks of an ``ActivitySlab`` come from.
///
/// Events go to random rows. In a gigabyte of rows nearly each access then misses the processor's cache of page table entries
/// (a TLB miss), which takes as long as loading the row itself. Pages of 2 MB instead of 4 KB make these entries few enough. So
/// large chunks are mapped at an address that is a multiple of 2 MB, with a request for huge pages (`madvise`). Where Linux has
/// no huge pages, or is configured not to give any (`/sys/kernel/mm/transparent_hugepage/enabled` says `never`), everything
/// works with small pages.
///
/// The cost: memory is taken 2 MB at a time where a chunk is in use for the first time, so at most 2 MB for each slab are in
/// memory without a row in them. Chunks below ``mappedFrom`` come from the allocator, so that a kind with few activities costs
/// what it needs.
enum SlabMemory {
    static let hugePage = 2 << 20
    /// The size of a chunk from which on it is mapped, in bytes. The chunks before it are as large together, so the pages that
    /// are not full are at most a sixth of a slab.
    static let mappedFrom = 8 << 20

    static func allocate(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer {
        #if os(Linux)
        if byteCount >= mappedFrom, alignment <= hugePage { return map(rounded(byteCount)) }
        #endif
        return .allocate(byteCount: byteCount, alignment: alignment)
    }

    /// - Parameters:
    ///   - byteCount: As it was allocated with.
    ///   - alignment: As it was allocated with.
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
        // A huge page more than needed, so that an aligned address is within; what is before and behind is given back.
        guard let mapped = mmap(nil, size + hugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            mapped != UnsafeMutableRawPointer(bitPattern: -1)
        else { fatalError("there is no memory for \(size) bytes of activities") }
        let before = (hugePage - Int(bitPattern: mapped) % hugePage) % hugePage
        if before > 0 { munmap(mapped, before) }
        let start = mapped + before
        munmap(start + size, hugePage - before)
        // Only advice: it fails where the system has no such pages.
        madvise(start, size, MADV_HUGEPAGE)
        return start
    }
    #endif
}
