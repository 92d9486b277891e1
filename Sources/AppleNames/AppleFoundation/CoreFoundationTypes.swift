public import Foundation

// The types of Core Foundation, as the types of Swift to which iOS bridges them.

public typealias CFTypeRef = AnyObject
public typealias CFString = String
public typealias CFDictionary = [String: Any]
public typealias CFArray = [Any]
public typealias CFData = Data
public typealias CFURL = URL
public typealias CFDate = Date
public typealias CFNumber = NSNumber
public typealias CFError = any Error
public typealias CFTimeInterval = TimeInterval
public typealias CFAbsoluteTime = TimeInterval
public typealias CFBoolean = Bool

public let kCFBooleanTrue: CFBoolean! = true
public let kCFBooleanFalse: CFBoolean! = false
