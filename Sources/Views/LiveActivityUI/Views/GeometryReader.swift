public import Foundation

/// A view that takes all proposed space and makes its content for the size that it gets.
///
/// The closure runs after the views around it have been laid out in ``EnvironmentValues/containerSize`` with
/// ``EnvironmentValues/textMeasuring``. Its result is stored in the resolved tree.
public struct GeometryReader<Content: View>: View {
    /// Makes the content.
    public var content: (GeometryProxy) -> Content

    /// Content for the size of the view.
    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard resolution.count() else { return }
        nodes.append(
            resolution.contentOnceLaidOut { size, inner in
                inner.node(of: view.content(GeometryProxy(size: size)), stacked: .depth)
            })
    }
}

/// The size of a ``GeometryReader``.
public struct GeometryProxy: Hashable, Sendable {
    /// The size in points.
    public let size: CGSize

    /// Always zero: surfaces have no safe area.
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }

    /// The frame of the reader. Its position on the surface is not known, so the origin is (0, 0) in every space.
    public func frame(in space: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }
    /// The frame of the reader, with the origin (0, 0) in every space.
    public func frame(in space: some CoordinateSpaceProtocol) -> CGRect { CGRect(origin: .zero, size: size) }
    /// Always `nil`.
    public func bounds(of space: NamedCoordinateSpace) -> CGRect? { nil }
}

/// The coordinate space of a frame. All are treated alike.
public enum CoordinateSpace: Hashable, Sendable {
    /// The space of the surface, or of the view.
    case global, local
    /// A space with a name.
    case named(String)
}

/// A coordinate space. All are treated alike.
public protocol CoordinateSpaceProtocol: Sendable {}

/// The space of the view.
public struct LocalCoordinateSpace: CoordinateSpaceProtocol { public init() {} }
/// The space of the surface.
public struct GlobalCoordinateSpace: CoordinateSpaceProtocol { public init() {} }
/// A space with a name.
public struct NamedCoordinateSpace: CoordinateSpaceProtocol, Equatable { let name: String }
extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace {
    /// The space of the view.
    public static var local: Self { Self() }
}
extension CoordinateSpaceProtocol where Self == GlobalCoordinateSpace {
    /// The space of the surface.
    public static var global: Self { Self() }
}
extension CoordinateSpaceProtocol where Self == NamedCoordinateSpace {
    public static func named(_ name: some Hashable) -> Self { Self(name: "\(name)") }
}
