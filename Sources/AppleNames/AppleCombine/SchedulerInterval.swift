/// A time between values, in place of each scheduler's own type. Nothing waits for it.
public struct SchedulerInterval: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, Sendable {
    public init(floatLiteral seconds: Double) {}
    public init(integerLiteral seconds: Int) {}

    public static func seconds(_ value: some Numeric) -> Self { 0 }
    public static func milliseconds(_ value: Int) -> Self { 0 }
    public static func microseconds(_ value: Int) -> Self { 0 }
    public static func nanoseconds(_ value: Int) -> Self { 0 }
}
