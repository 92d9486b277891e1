#if Preview
extension PNG {
    /// The fraction of pixels that differ, and an image of both versions and the differing pixels, in red on a pale copy of the
    /// current one.
    ///
    /// - Returns: `nil` if one of them is not a PNG. If the sizes differ, the part that only one image has counts as different.
    package static func difference(_ old: [UInt8], _ new: [UInt8]) -> (share: Double, picture: [UInt8])? {
        guard let old = decode(old, premultiplied: false), let new = decode(new, premultiplied: false) else { return nil }
        let (width, height) = (max(old.width, new.width), max(old.height, new.height))
        func start(in picture: (pixels: [UInt8], width: Int, height: Int), _ x: Int, _ y: Int) -> Int? {
            x < picture.width && y < picture.height ? (y * picture.width + x) * 4 : nil
        }
        var (differing, sheet) = (0, [UInt8](repeating: 0, count: width * 3 * height * 4))
        for y in 0..<height {
            for x in 0..<width {
                let (before, now) = (start(in: old, x, y), start(in: new, x, y))
                let column = (y * width * 3 + x) * 4
                // A difference of one in a channel is rounding, not a change.
                var isSame = (before == nil) == (now == nil)
                for channel in 0..<4 {
                    if let before { sheet[column + channel] = old.pixels[before + channel] }
                    if let now { sheet[column + width * 4 + channel] = new.pixels[now + channel] }
                    guard let before, let now else { continue }
                    isSame = isSame && abs(Int(old.pixels[before + channel]) - Int(new.pixels[now + channel])) <= 2
                }
                let last = column + width * 8
                if !isSame {
                    differing += 1
                    (sheet[last], sheet[last + 1], sheet[last + 2], sheet[last + 3]) = (40, 30, 220, 255)
                } else if let now {
                    for channel in 0..<3 { sheet[last + channel] = UInt8(255 - (255 - Int(new.pixels[now + channel])) / 4) }
                    sheet[last + 3] = new.pixels[now + 3]
                }
            }
        }
        return (Double(differing) / Double(width * height), encode(straight: sheet, width: width * 3, height: height))
    }
}
#endif
