#if Lifecycle
public import ServiceLifecycle
#endif
