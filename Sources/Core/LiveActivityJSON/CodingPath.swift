/// A coding key created by a coder: an array's index, `super`, or a name found in a document.
package struct JSONKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    package init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }

    package init(index: Int) {
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

    /// Appends a key to `parent`. Beyond the maximum nesting the key is left out, so that freeing a trail, which takes one
    /// stack frame per key, is harmless.
    static func extending(_ parent: PathTrail?, by key: any CodingKey) -> PathTrail {
        let depth = (parent?.depth ?? 0) + 1
        if let parent, depth > JSONLimits.deepest { return parent }
        return PathTrail(parent: parent, key: key, depth: depth)
    }
}

/// The path from the root to the value being coded, recorded so that it costs almost nothing until an error needs it.
///
/// Each `encode(_:forKey:)` or `decode(_:forKey:)` of a composed value pushes a frame and pops it before returning. A frame has
/// its key's type and name; the key itself is created again when a path is requested. A container refers to its frame by
/// number; 0 is the root. A container that escaped its call uses whatever frames exist then, so its path is wrong, which is
/// harmless.
struct PathStack {
    private struct Frame {
        /// The type of the key; `nil` for an array's element.
        var type: (any CodingKey.Type)?
        /// The range of the name among the document's bytes.
        var name: ByteRange
        var index: UInt32
        var parent: UInt32
        var level: UInt32
        /// Retained by the container that pushed the frame, whose method is running.
        var trail: Unmanaged<PathTrail>?
    }

    private var frames: UnsafeMutablePointer<Frame>
    private var count = 0
    private var capacity = 32

    init() { frames = .allocate(capacity: capacity) }

    func free() { frames.deallocate() }

    mutating func reset() { count = 0 }

    /// Pushes the frame of an object's member.
    @inline(__always)
    mutating func push(_ type: any CodingKey.Type, _ name: ByteRange, under parent: UInt32, _ trail: PathTrail?) -> UInt32 {
        push(
            Frame(
                type: type, name: name, index: 0, parent: parent, level: 0, trail: trail.map(Unmanaged.passUnretained)))
    }

    /// Pushes the frame of an array's element.
    @inline(__always)
    mutating func push(index: UInt32, under parent: UInt32, _ trail: PathTrail?) -> UInt32 {
        push(
            Frame(
                type: nil, name: .empty, index: index, parent: parent, level: 0, trail: trail.map(Unmanaged.passUnretained)))
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

    /// The number of frames between the root and this one.
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
    ///
    /// - Parameter bytes: The bytes in which the names are ranges.
    func path(
        to frame: UInt32, _ trail: PathTrail?, _ last: (any CodingKey)?, bytes: UnsafePointer<UInt8>
    ) -> [any CodingKey] {
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
            if let type = frame.type {
                let name = UnsafeBufferPointer(start: bytes + Int(frame.name.offset), count: Int(frame.name.length))
                let text = String(decoding: name, as: UTF8.self)
                reversed.append(type.init(stringValue: text) ?? JSONKey(stringValue: text))
            } else {
                reversed.append(JSONKey(index: Int(frame.index)))
            }
            add(frame.trail?.takeUnretainedValue())
            // A frame's parent has a smaller number; any other number comes from an escaped container.
            next = frame.parent < next ? frame.parent : 0
        }
        return reversed.reversed()
    }
}

extension [any CodingKey] {
    /// The path in readable form: `stops[2].name`; empty for the root.
    package var pathText: String {
        reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue.abridged : ".\(key.stringValue.abridged)"
            }
        }
    }
}
