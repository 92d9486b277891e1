import Foundation

// Images: their names, their sizes, and whether they are all that there is.
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
                        found.append((.unmappedSystemImage, path, "'\(name)' is not in the table of system images"))
                    }
                case .data:
                    let (width, height) = image.naturalSize
                    let (across, down) = (place.width * LintLimits.scale, place.height * LintLimits.scale)
                    if width > across || height > down {
                        found.append(
                            (
                                .imageTooLarge, path,
                                "\(Int(width)) x \(Int(height)) pixels; the place has \(Int(across)) x \(Int(down)) at most"
                            ))
                    }
                }
            }
        }
        for (rule, path, message) in found { report(rule, path, message) }
        checkPlacedImages()
        if surface.surface == .minimal, let minimal = presentation[.minimal], minimal.node.isLogoOnly {
            report(.logoOnly, minimal.place.rawValue + "." + minimal.node.name, "there is nothing but an image")
        }
    }

    private mutating func checkPlacedImages() {
        var found: [(String, CGRect)] = []
        let limit = place
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
                "\(frame.width.shown) x \(frame.height.shown) points; the place has \(limit.width.shown) x \(limit.height.shown)"
            )
        }
    }

    /// The place that one image may fill: of a compact island one side (HIG-14).
    private var place: CGSize {
        CGSize(width: surface.size.width.upperBound, height: surface.size.height.upperBound)
    }
}

extension ViewNode {
    /// The view's own image, or those among its text.
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

    /// Whether nothing but images, and what adorns them, is seen.
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
    /// Names come from states, and states from outside: one that is a path could reach any file.
    fileprivate var reasonNotToBeAnImage: String? {
        if isEmpty { return "is empty" }
        if contains(where: { $0 == "/" || $0 == "\\" }) { return "is a path" }
        if hasPrefix(".") { return "begins with a full stop" }
        if unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) { return "has a control character" }
        return nil
    }
}

extension CGFloat {
    /// With one digit after the point, where it has any.
    var shown: String { Double(self).shown }
}

extension Double {
    /// With one digit after the point, where it has any.
    var shown: String {
        guard isFinite, abs(self) < 1e9 else { return "\(self)" }
        let tenths = (self * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }
}
