extension TextReader {
    /// In small objects, keys are compared only if a coarse hash is equal; in large ones they are indexed, so that the time is
    /// linear for any keys.
    func refuseDuplicateKeys(of index: Int) throws(JSONParseError) {
        let nodes = arena.nodes
        let count = Int(nodes[index].count)
        if count > KeyIndex.threshold { return try refuseDuplicateKeys(ofLarge: index) }
        var filter: UInt64 = 0
        var child = index &+ 1
        for position in 0..<count {
            let key = nodes[child].key
            let bit: UInt64 = 1 << (hashOfKey(text + Int(key.offset), Int(key.length)) & 63)
            if filter & bit != 0 {
                var earlier = index &+ 1
                for _ in 0..<position {
                    if isEqual(text + Int(nodes[earlier].key.offset), Int(nodes[earlier].key.length), arena.buffer(key)) {
                        throw duplicate(key)
                    }
                    earlier &+= Int(nodes[earlier].link)
                }
            }
            filter |= bit
            child &+= Int(nodes[child].link)
        }
    }

    private func refuseDuplicateKeys(ofLarge index: Int) throws(JSONParseError) {
        let nodes = UnsafePointer(arena.nodes)
        var known = KeyIndex()
        var child = index + 1
        for _ in 0..<nodes[index].count {
            let key = arena.buffer(nodes[child].key)
            guard known.find(key, in: index, nodes: nodes, bytes: text) == nil else {
                throw duplicate(nodes[child].key)
            }
            known.insert(child, called: key, in: index)
            child += Int(nodes[child].link)
        }
    }

    private func duplicate(_ key: ByteRange) -> JSONParseError {
        let name = String(decoding: arena.buffer(key), as: UTF8.self)
        // A key with escapes was moved, so its position is lost; the object's end is the nearest known position.
        return error(.duplicateKey(name), at: key.offset < end ? Int(key.offset) - 1 : at - 1)
    }
}
