#if Service
import Hummingbird
import NIOCore

/// What Hummingbird keeps of a request, and the connection that it came on.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// The request, of which the router sees the path alone (``PathResponder``).
    var request: Request?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
#endif
