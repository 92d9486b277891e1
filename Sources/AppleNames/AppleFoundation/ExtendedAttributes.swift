public import Foundation

// The extended attributes of files. Functions of Darwin have parameters that Linux lacks. Files have no attributes here.

public let XATTR_NOFOLLOW: Int32 = 1, XATTR_CREATE: Int32 = 2, XATTR_REPLACE: Int32 = 4
public let ENOATTR: Int32 = 93

public func getxattr(
    _ path: UnsafePointer<CChar>!, _ name: UnsafePointer<CChar>!, _ value: UnsafeMutableRawPointer!, _ size: Int,
    _ position: UInt32, _ options: Int32
) -> Int { Int(failure()) }
public func listxattr(
    _ path: UnsafePointer<CChar>!, _ names: UnsafeMutablePointer<CChar>!, _ size: Int, _ options: Int32
) -> Int { 0 }
public func setxattr(
    _ path: UnsafePointer<CChar>!, _ name: UnsafePointer<CChar>!, _ value: UnsafeRawPointer!, _ size: Int,
    _ position: UInt32, _ options: Int32
) -> Int32 { failure() }
public func removexattr(_ path: UnsafePointer<CChar>!, _ name: UnsafePointer<CChar>!, _ options: Int32) -> Int32 { failure() }

private func failure() -> Int32 {
    errno = ENOATTR
    return -1
}
