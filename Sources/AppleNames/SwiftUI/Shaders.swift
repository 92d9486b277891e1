public import AppleUIKit
public import Foundation
public import LiveActivityUI

// Shaders in Metal, which do not run here: a view is drawn without its effect.

public struct Shader: Hashable, Sendable {
    public var function: ShaderFunction
    public var dithersColor = false
    public init(function: ShaderFunction, arguments: [Argument]) { self.function = function }

    public struct Argument: Hashable, Sendable {
        public static func float(_ value: some BinaryFloatingPoint) -> Self { Self() }
        public static func float2(_ x: some BinaryFloatingPoint, _ y: some BinaryFloatingPoint) -> Self { Self() }
        public static func float2(_ point: CGPoint) -> Self { Self() }
        public static func float2(_ size: CGSize) -> Self { Self() }
        public static func float3(
            _ x: some BinaryFloatingPoint, _ y: some BinaryFloatingPoint, _ z: some BinaryFloatingPoint
        ) -> Self { Self() }
        public static func float4(
            _ x: some BinaryFloatingPoint, _ y: some BinaryFloatingPoint, _ z: some BinaryFloatingPoint,
            _ w: some BinaryFloatingPoint
        ) -> Self { Self() }
        public static func floatArray(_ array: [Float]) -> Self { Self() }
        public static func color(_ color: Color) -> Self { Self() }
        public static func colorArray(_ array: [Color]) -> Self { Self() }
        public static func image(_ image: Image) -> Self { Self() }
        public static func data(_ data: Data) -> Self { Self() }
        public static var boundingRect: Self { Self() }
    }
}

@dynamicCallable public struct ShaderFunction: Hashable, Sendable {
    public var name: String
    public init(library: ShaderLibrary, name: String) { self.name = name }
    public func dynamicallyCall(withArguments arguments: [Shader.Argument]) -> Shader {
        Shader(function: self, arguments: arguments)
    }
}

@dynamicMemberLookup public struct ShaderLibrary: Hashable, Sendable {
    public static let `default` = Self()
    public static func bundle(_ bundle: Bundle) -> Self { Self() }
    public init() {}
    public init(url: URL) {}
    public init(data: Data) {}
    public subscript(dynamicMember name: String) -> ShaderFunction { ShaderFunction(library: self, name: name) }
    public static subscript(dynamicMember name: String) -> ShaderFunction { ShaderFunction(library: .default, name: name) }
}

extension View {
    public func colorEffect(_ shader: Shader, isEnabled: Bool = true) -> Self { self }
    public func distortionEffect(_ shader: Shader, maxSampleOffset: CGSize, isEnabled: Bool = true) -> Self { self }
    public func layerEffect(_ shader: Shader, maxSampleOffset: CGSize, isEnabled: Bool = true) -> Self { self }
}
extension VisualEffect {
    public func colorEffect(_ shader: Shader, isEnabled: Bool = true) -> some VisualEffect { self }
    public func distortionEffect(_ shader: Shader, maxSampleOffset: CGSize, isEnabled: Bool = true) -> some VisualEffect {
        self
    }
    public func layerEffect(_ shader: Shader, maxSampleOffset: CGSize, isEnabled: Bool = true) -> some VisualEffect { self }
    public func transformEffect(_ transform: CGAffineTransform) -> some VisualEffect { self }
}
