import Foundation
import LiveActivityCore

/// The state of checking one presentation: its parts, its layout and the findings so far.
struct Inspection {
    let presentation: Presentation
    let options: LintOptions
    let tree: ViewNode
    let laidOut: LaidOutNode
    /// The ideal size of the content, without the bounds of the surface.
    let ideal: CGSize
    /// The rectangle of the surface at the size that the content gives it.
    let bounds: CGRect
    var findings: [Finding] = []

    var surface: SizedSurface { presentation.surface }

    init(_ presentation: Presentation, _ options: LintOptions) {
        self.presentation = presentation
        self.options = options
        tree = presentation.tree(measuring: options.measuring, at: options.now)
        ideal = presentation.idealSize(of: tree, measuring: options.measuring, at: options.now)
        let size = presentation.size(of: ideal)
        bounds = CGRect(origin: .zero, size: size)
        laidOut = layout(tree, in: size, measuring: options.measuring, at: options.now)
    }

    mutating func report(_ rule: LintRule, _ path: String, _ message: String, advice: String? = nil) {
        findings.append(
            Finding(rule, kind: presentation.kind, surface: surface, path: path, message: message, advice: advice))
    }

    /// Calls `visit` for every view of every part, with its path.
    func forEachView(_ visit: (ViewNode, String) -> Void) {
        for part in presentation.parts { part.node.walk("\(part.region.rawValue).", visit) }
    }

    /// Calls `visit` for every laid-out view, with the same paths as ``forEachView(_:)``.
    func forEachPlaced(_ visit: (LaidOutNode, String) -> Void) {
        laidOut.walk("", within: nil) { node, path, _ in visit(node, path) }
    }
}

extension LaidOutNode {
    /// An outline to which views are clipped, in its frame.
    struct Clip {
        var outline: ShapeNode.Outline
        var frame: CGRect
        /// Whether the visible part is unknown, because of a mask or a hidden view.
        var isAnything = false
    }

    /// - Parameters:
    ///   - path: The path so far. It restarts at each part of the presentation.
    ///   - clip: The innermost outline to which the views are clipped.
    func walk(_ path: String, within clip: Clip?, _ visit: (LaidOutNode, String, Clip?) -> Void) {
        switch kind {
        case .effect(let effect):
            var inner = path
            if case .identity(let name) = effect, let region = Presentation.Region(identity: name) {
                inner = region.rawValue + "."
            }
            var clip = clip
            switch effect {
            case .clip(let outline): clip = Clip(outline: outline, frame: frame)
            case .mask, .hidden: clip = Clip(outline: .rectangle, frame: frame, isAnything: true)
            default: break
            }
            children.first?.walk(inner, within: clip, visit)
            guard children.count > 1 else { return }
            // A view that an effect adds is named after the view to which the effect applies.
            let around = inner + (children[0].innermost.map { ViewNode($0).name } ?? "")
            switch effect {
            case .background, .containerBackground: children[1].walk(around + ".background.", within: clip, visit)
            case .overlay: children[1].walk(around + ".overlay.", within: clip, visit)
            default: children[1].walk(around + ".mask.", within: clip, visit)
            }
        case .content(let content):
            let own = path + ViewNode(content).name
            visit(self, own, clip)
            for (index, child) in children.enumerated() {
                switch content {
                case .stack, .grid, .fitting: child.walk(own + "[\(index)].", within: clip, visit)
                case .geometry: child.walk(own + ".content.", within: clip, visit)
                default: child.walk(own + ".label.", within: clip, visit)
                }
            }
        }
    }

    private var innermost: ViewNode.Content? {
        switch kind {
        case .content(let content): content
        case .effect: children.first?.innermost
        }
    }
}

/// Settings for checking one presentation.
public struct LintOptions: Sendable {
    /// Measures texts. Real fonts find problems that estimated sizes miss.
    public var measuring: any TextMeasuring
    /// The time that the presentation shows.
    public var now: Date
    /// Whether a system image can be drawn; `nil` skips that rule.
    public var isKnownSystemImage: (@Sendable (String) -> Bool)?
    /// Texts that are private: values in the activity's JSON whose field names suggest it, such as `email`.
    public var privateTexts: Set<String>

    /// Settings; texts are measured by estimate unless another measurer is passed.
    public init(
        measuring: any TextMeasuring = ApproximateTextMeasuring(), now: Date,
        isKnownSystemImage: (@Sendable (String) -> Bool)? = nil, privateTexts: Set<String> = []
    ) {
        (self.measuring, self.now, self.isKnownSystemImage) = (measuring, now, isKnownSystemImage)
        self.privateTexts = privateTexts
    }
}

/// Checks one presentation against the Human Interface Guidelines and the limits of its surface.
///
/// The function never fails: input that cannot be drawn is reported as a finding.
public func lint(_ presentation: Presentation, options: LintOptions) -> [Finding] {
    var tooLarge: [Finding] = []
    for part in presentation.parts where part.node.isBeyondLimits {
        tooLarge.append(
            Finding(
                .tooManyViews, kind: presentation.kind, surface: presentation.surface, path: part.region.rawValue,
                message: "there are more than \(LayoutLimits.nodes) views, or they are nested deeper than \(LayoutLimits.depth)"
            ))
    }
    // The other rules would be unreliable, because only part of the tree is laid out.
    guard tooLarge.isEmpty else { return tooLarge }
    var inspection = Inspection(presentation, options)
    if inspection.laidOut.isCut {
        let most = LayoutLimits.measurements
        inspection.report(
            .tooManyViews, "", "the layout of the views takes more than \(most) measurements, or they are nested too deeply")
        return inspection.findings
    }
    inspection.checkValues()
    inspection.checkTexts()
    inspection.checkImages()
    inspection.checkControls()
    inspection.checkIsland()
    inspection.checkSize()
    inspection.checkRunningTexts()
    inspection.checkCorners()
    inspection.checkContrast()
    return inspection.findings
}

extension ViewNode {
    /// Counts without recursion, because a tree can be deep enough to overflow the stack.
    fileprivate var isBeyondLimits: Bool {
        var waiting: [(ViewNode, Int)] = [(self, 0)]
        var count = 0
        while let (node, depth) = waiting.popLast() {
            count += 1 + node.effects.count
            let inner = depth + node.effects.count + 1
            if count > LayoutLimits.nodes || inner > LayoutLimits.depth - 8 { return true }
            node.forEachPart { waiting.append(($1, inner)) }
        }
        return false
    }
}
