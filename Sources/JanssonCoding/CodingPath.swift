/// A coding key made here: an array's index, `super`, or a name found in a document.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    static let `super` = JSONKey(stringValue: "super")
}

/// The keys of containers that outlive the call that opened them: nested containers and `super` coders.
final class PathTrail {
    let parent: PathTrail?
    let key: any CodingKey
    private let depth: Int

    private init(parent: PathTrail?, key: any CodingKey, depth: Int) {
        self.parent = parent
        self.key = key
        self.depth = depth
    }

    /// `parent` and one key more. Beyond the nesting that is accepted anyway the key is left out, so that freeing a
    /// trail, which takes one stack frame a key, is harmless.
    static func extending(_ parent: PathTrail?, by key: any CodingKey) -> PathTrail {
        let depth = (parent?.depth ?? 0) + 1
        if let parent, depth > JSONLimits.deepest { return parent }
        return PathTrail(parent: parent, key: key, depth: depth)
    }
}

/// The way from the root to the value being coded, recorded so that it costs next to nothing until it is asked for.
///
/// Each `encode(_:forKey:)` or `decode(_:forKey:)` of a composed value pushes a frame that points at the caller's key
/// and pops it before returning, so a frame never outlives its key. Frame 0 is the root. A container remembers its
/// frame by number; one that escaped its call reads whatever frames there are now, which makes its path wrong but never
/// touches dead memory.
struct PathStack {
    private struct Frame {
        var key: UnsafeRawPointer?
        var type: any CodingKey.Type
        var index: Int
        var parent: UInt32
        var level: UInt32
        var trail: Unmanaged<PathTrail>?
    }

    private var frames: UnsafeMutablePointer<Frame>
    private var count = 0
    private var capacity = 32

    init() { frames = .allocate(capacity: capacity) }

    func free() { frames.deallocate() }

    mutating func reset() { count = 0 }

    /// Pushes the frame of a value under `key`, a pointer that stays valid until the frame is popped.
    @inline(__always)
    mutating func push<Key: CodingKey>(
        _ key: UnsafePointer<Key>, under parent: UInt32, _ trail: PathTrail?
    ) -> UInt32 {
        push(Frame(
            key: UnsafeRawPointer(key), type: Key.self, index: 0, parent: parent, level: 0,
            trail: trail.map(Unmanaged.passUnretained)))
    }

    /// Pushes the frame of an array's element.
    @inline(__always)
    mutating func push(index: Int, under parent: UInt32, _ trail: PathTrail?) -> UInt32 {
        push(Frame(
            key: nil, type: JSONKey.self, index: index, parent: parent, level: 0,
            trail: trail.map(Unmanaged.passUnretained)))
    }

    @inline(__always)
    private mutating func push(_ frame: Frame) -> UInt32 {
        if count == capacity { grow() }
        (frames + count).initialize(to: frame)
        frames[count].level = level(of: frame.parent) &+ 1
        count &+= 1
        return UInt32(truncatingIfNeeded: count)
    }

    @inline(__always)
    mutating func pop() { count &-= 1 }

    /// How many frames lie between the root and this one.
    @inline(__always)
    func level(of frame: UInt32) -> UInt32 {
        frame == 0 || frame > count ? 0 : frames[Int(frame) &- 1].level
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Frame>.allocate(capacity: capacity * 2)
        larger.update(from: frames, count: count)
        frames.deallocate()
        frames = larger
        capacity *= 2
    }

    /// The keys from the root to `frame`, then `trail`, then `last`.
    func path(to frame: UInt32, _ trail: PathTrail?, _ last: (any CodingKey)? = nil) -> [any CodingKey] {
        var reversed: [any CodingKey] = []
        if let last { reversed.append(last) }
        func add(_ trail: PathTrail?) {
            var link = trail
            while let step = link {
                reversed.append(step.key)
                link = step.parent
            }
        }
        add(trail)
        var next = frame
        while next > 0, next <= count {
            let frame = frames[Int(next) - 1]
            if let key = frame.key {
                reversed.append(Self.load(frame.type, from: key))
            } else {
                reversed.append(JSONKey(index: frame.index))
            }
            add(frame.trail?.takeUnretainedValue())
            // A frame's parent was there before it; anything else is a number from an escaped container.
            next = frame.parent < next ? frame.parent : 0
        }
        return reversed.reversed()
    }

    private static func load<Key: CodingKey>(_ type: Key.Type, from key: UnsafeRawPointer) -> any CodingKey {
        key.assumingMemoryBound(to: Key.self).pointee
    }
}
