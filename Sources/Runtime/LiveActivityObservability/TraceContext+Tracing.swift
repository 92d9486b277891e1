#if Observability
public import LiveActivityCore
public import Tracing

extension TraceContext {
    /// The service context of this trace, to begin a span that continues it, for instance for a push or an HTTP response caused
    /// by a change.
    ///
    /// ```swift
    /// for await change in try runtime.changes(for: "push") {
    ///     let context = change.trace?.serviceContext() ?? .topLevel
    ///     try await withSpan("push", context: context, ofKind: .producer) { _ in try await push(change) }
    /// }
    /// ```
    ///
    /// - Parameter instrument: The reader of `traceparent`; by default that of `InstrumentationSystem`.
    public func serviceContext(of instrument: any Instrument = InstrumentationSystem.instrument) -> ServiceContext {
        var context = ServiceContext.topLevel
        instrument.extract(["traceparent": traceparent], into: &context, using: DictionaryCarrier())
        return context
    }

    /// The trace of a service context; `nil` if its instrument writes no `traceparent`.
    ///
    /// - Parameter instrument: The writer of `traceparent`; by default that of `InstrumentationSystem`.
    public init?(_ context: ServiceContext, of instrument: any Instrument = InstrumentationSystem.instrument) {
        var carrier: [String: String] = [:]
        instrument.inject(context, into: &carrier, using: DictionaryCarrier())
        guard let text = carrier["traceparent"], let trace = TraceContext(traceparent: text) else { return nil }
        self = trace
    }
}

/// Headers in a dictionary.
private struct DictionaryCarrier: Extractor, Injector {
    func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
    func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) { carrier[key] = value }
}
#endif
