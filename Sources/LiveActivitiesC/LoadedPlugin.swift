final class LoadedPlugin {}
final class ProviderTable {}
extension Runtime { func close() {} }
