import Foundation

/// The state of resolving one tree of views to nodes: the environment at the current view, and the limits.
///
/// It belongs to one thread and is not for use in an app's views.
public final class Resolution {
    // Exclusivity is not checked: only one thread uses the object, and every change is undone before other code reads
    // it. Checking each access would take as long as the work itself.
    /// The environment of the view that is being resolved.
    @exclusivity(unchecked) public var environment: EnvironmentValues
    @exclusivity(unchecked) @usableFromInline var depth: Int
    @exclusivity(unchecked) @usableFromInline var elements: Int
    @exclusivity(unchecked) @usableFromInline package internal(set) var failure: ResolutionError?
    /// The content that is resolved after the layout; `nil` in most trees.
    package var deferred: Deferred?
    /// Whether the tree is valid only for this size of surface, because a view has read the size.
    package internal(set) var dependsOnSize = false

    /// The rows of the grid that is being resolved.
    var gridRows: [GridNode.Row]?
    /// Whether the parts of an island are later laid out together at their positions, instead of each in the whole surface.
    package var isLaidOutWhole = false
    /// Records a value of a view for its container, under a key, at its node; `nil` if no container uses such values.
    package var notesPartValue: ((ObjectIdentifier, Any, inout ViewNode) -> Void)?

    package init(_ environment: EnvironmentValues, depth: Int = 0, elements: Int = 0) {
        (self.environment, self.depth, self.elements) = (environment, depth, elements)
    }

    /// A resolution of a separate part, whose content does not belong to this one's tree.
    package func part() -> Resolution { Resolution(environment, depth: depth + 1, elements: elements) }

    /// Adds a separately resolved part's use of the limits to this resolution's.
    package func takeOver(_ part: Resolution) {
        elements = part.elements
        if failure == nil { failure = part.failure }
    }

    /// Runs `body` one level deeper, unless the limit is reached or resolving has failed.
    @inlinable func descend(_ body: () -> Void) {
        guard failure == nil else { return }
        guard depth < ResolutionLimits.depth else {
            failure = .tooDeep(limit: ResolutionLimits.depth)
            return
        }
        depth += 1
        body()
        depth -= 1
    }

    /// Counts a leaf, a container or an element of a `ForEach`. `false` if the limit is exceeded or resolving has
    /// failed.
    @inlinable package func count() -> Bool {
        elements += 1
        if elements > ResolutionLimits.elements, failure == nil { failure = .tooLarge(limit: ResolutionLimits.elements) }
        return failure == nil
    }

    @inlinable package func nodes<Content: View>(of view: Content) -> [ViewNode] {
        var nodes: [ViewNode] = []
        Content._resolve(view, in: self, into: &nodes)
        return nodes
    }

    /// The view as one node: several nodes are put in a stack along `axis`.
    @inlinable package func node<Content: View>(of view: Content, stacked axis: StackNode.Axis = .vertical) -> ViewNode {
        let nodes = nodes(of: view)
        return switch nodes.count {
        case 0: ViewNode(.empty)
        case 1: nodes[0]
        default: ViewNode(.stack(StackNode(axis: axis, children: nodes)))
        }
    }
}

/// The limits for a tree of views.
public enum ResolutionLimits {
    /// The maximum nesting depth of bodies. A typical card has 5 levels. Each level takes a few hundred bytes of the
    /// thread's stack, which has at least 512 KB.
    public static let depth = 128
    /// The maximum number of leaves, containers and elements of a `ForEach`. A typical card has 25; 10,000 take some
    /// milliseconds.
    public static let elements = 10_000
}

/// The reason why a view could not be resolved.
public enum ResolutionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Bodies are nested too deeply, probably because a view contains itself.
    case tooDeep(limit: Int)
    /// There are too many views.
    case tooLarge(limit: Int)

    public var description: String {
        switch self {
        case .tooDeep(let limit): "the view has more than \(limit) nested bodies: does a view contain itself?"
        case .tooLarge(let limit): "the view has more than \(limit) parts: a surface has space for a few dozen"
        }
    }
}

// MARK: - The resolution in progress

extension Resolution {
    /// The resolution that is in progress on this thread. `@Environment` reads it.
    static var current: Resolution? {
        pthread_getspecific(key).map { Unmanaged<Resolution>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Runs `body` with this resolution as the current one. It need not be retained, because `self` outlives the call.
    package func run<Result>(_ body: () -> Result) -> Result {
        let outer = pthread_getspecific(Self.key)
        pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        defer { pthread_setspecific(Self.key, outer) }
        return withExtendedLifetime(self) { body() }
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "cannot create a key for thread-local data: \(status)")
        return key
    }()
}

extension ViewNode {
    /// Resolves a view in an environment: evaluates its bodies and stores inherited values in the leaves. Safe on any
    /// thread.
    ///
    /// - Throws: ``ResolutionError`` if the view is too deep or too large.
    public init(resolving view: some View, in environment: EnvironmentValues) throws(ResolutionError) {
        self = try Resolution.node(in: environment) { $0.node(of: view) }
    }
}

extension Resolution {
    static func node(in environment: EnvironmentValues, _ make: (Resolution) -> ViewNode) throws(ResolutionError) -> ViewNode {
        let resolution = Resolution(environment)
        let node = resolution.run { resolution.laidOut(make(resolution), in: environment.surfaceSize) }
        if let failure = resolution.failure { throw failure }
        return node
    }
}
