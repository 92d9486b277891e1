import Foundation

// Checks the names and sizes of images, and minimal presentations that show nothing else.
extension Inspection {
    mutating func checkImages() {
        var found: [(LintRule, String, String)] = []
        forEachView { node, path in
            for image in node.images {
                switch image.source {
                case .system(let name), .asset(let name):
                    if let reason = name.reasonNotToBeAnImage {
                        found.append((.badImageName, path, "'\(name.excerpt)' \(reason)"))
                        continue
                    }
                    if case .system = image.source, let isKnown = options.isKnownSystemImage, !isKnown(name) {
                        found.append((.unmappedSystemImage, path, "'\(name)' is not a known system image"))
                    }
                case .data:
                    let (width, height) = image.naturalSize
                    let (across, down) = (space.width * LintLimits.scale, space.height * LintLimits.scale)
                    if width > across || height > down {
                        found.append(
                            (
                                .imageTooLarge, path,
                                "the image has \(Int(width)) x \(Int(height)) pixels; the surface has at most \(Int(across)) x \(Int(down))"
                            ))
                    }
                }
            }
        }
        for (rule, path, message) in found { report(rule, path, message) }
        checkPlacedImages()
        if surface.surface == .minimal, let minimal = presentation[.minimal], minimal.node.isLogoOnly {
            report(
                .logoOnly, minimal.region.rawValue + "." + minimal.node.name,
                "the minimal presentation shows only an image")
        }
    }

    private mutating func checkPlacedImages() {
        var found: [(String, CGRect)] = []
        let limit = space
        forEachPlaced { node, path in
            guard case .content(.image) = node.kind else { return }
            let tolerance = LayoutLimits.tolerance
            if node.frame.width > limit.width + tolerance || node.frame.height > limit.height + tolerance {
                found.append((path, node.frame))
            }
        }
        for (path, frame) in found {
            report(
                .imageTooLarge, path,
                "the image is \(frame.width.shown) x \(frame.height.shown) points; the limit is \(limit.width.shown) x \(limit.height.shown)"
            )
        }
    }

    /// The largest size of an image in points: that of the surface, or of one side of a compact presentation that has not
    /// grown. The system may refuse to start an activity with a larger image.
    ///
    /// Source: Documentation/Reference.md, HIG-14.
    private var space: CGSize { surface.publishedSize }
}

extension ViewNode {
    /// The image of the view, or the images within its text.
    fileprivate var images: [ImageNode] {
        switch content {
        case .image(let image): [image]
        case .text(let text):
            text.runs.compactMap { run in
                if case .image(let image) = run.content { image } else { nil }
            }
        default: []
        }
    }

    /// Whether images are the only information in the view.
    var isLogoOnly: Bool {
        var (hasImage, hasInformation) = (false, false)
        walk { node, _ in
            switch node.content {
            case .image: hasImage = true
            case .text(let text): hasInformation = hasInformation || !text.runs.isEmpty && !text.isImage
            case .progress, .gauge: hasInformation = true
            default: break
            }
        }
        return hasImage && !hasInformation
    }
}

extension TextNode {
    fileprivate var isImage: Bool {
        runs.allSatisfy { run in
            if case .image = run.content { true } else { false }
        }
    }
}

extension String {
    /// The reason why the text cannot be an image name, or `nil`. Names come from states and states come from outside,
    /// so a path could otherwise reach any file.
    fileprivate var reasonNotToBeAnImage: String? {
        if isEmpty { return "is empty" }
        if contains(where: { $0 == "/" || $0 == "\\" }) { return "is a path" }
        if hasPrefix(".") { return "begins with a full stop" }
        if unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) { return "has a control character" }
        return nil
    }
}

extension BinaryFloatingPoint {
    /// With at most one decimal.
    var shown: String {
        let number = Double(self)
        guard number.isFinite, abs(number) < 1e9 else { return "\(number)" }
        let tenths = (number * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }
}
