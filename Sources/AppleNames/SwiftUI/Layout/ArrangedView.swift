import Foundation
public import LiveActivityUI

/// Views arranged by an app's own layout.
public struct _ArrangedView<Arrangement: Layout, Content: View>: View {
    let layout: Arrangement
    let content: Content

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard resolution.count() else { return }
        let wanted = view.wantedSize(in: resolution)
        var node = resolution.contentOnceLaidOut { size, inner in view.placed(in: size, inner) }
        let (width, height) = (Double(wanted.width), Double(wanted.height))
        node.effects.append(
            .frame(FrameNode(idealWidth: width, maxWidth: width, idealHeight: height, maxHeight: height)))
        nodes.append(node)
    }

    /// The size that the layout requests if the whole surface is proposed.
    private func wantedSize(in resolution: Resolution) -> CGSize {
        let part = resolution.part()
        return part.run {
            let subviews = subviews(in: part)
            var cache = layout.makeCache(subviews: subviews)
            let surface = ProposedViewSize(width: resolution.environment.surfaceSize.width, height: nil)
            return layout.sizeThatFits(proposal: surface, subviews: subviews, cache: &cache)
        }
    }

    private func placed(in size: CGSize, _ resolution: Resolution) -> ViewNode {
        let (subviews, proposal) = (subviews(in: resolution), ProposedViewSize(size))
        var cache = layout.makeCache(subviews: subviews)
        _ = layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &cache)
        layout.placeSubviews(in: CGRect(origin: .zero, size: size), proposal: proposal, subviews: subviews, cache: &cache)
        let views = ZStack(alignment: .topLeading) {
            ForEach(subviews.indices, id: \.self) { index in
                // A view that the layout did not place is centered.
                let view = subviews[index]
                let own = view.sizeThatFits(proposal)
                let middle = CGPoint(x: (size.width - own.width) / 2, y: (size.height - own.height) / 2)
                let frame = view.place.frame ?? CGRect(origin: middle, size: own)
                NodeView(node: view.node).frame(width: frame.width, height: frame.height)
                    .position(x: frame.midX, y: frame.midY)
            }
        }
        return resolution.node(of: views.frame(width: size.width, height: size.height), stacked: .depth)
    }

    private func subviews(in resolution: Resolution) -> LayoutSubviews {
        LayoutSubviews(PartValues.nodes(of: content, in: resolution), in: resolution)
    }
}
