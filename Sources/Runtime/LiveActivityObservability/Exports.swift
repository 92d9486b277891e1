#if Observability
public import Logging
public import Metrics
public import Tracing
#endif
