public import Foundation

/// Records changes to undo them. None is recorded here.
open class UndoManager: NSObject {
    open var canUndo: Bool { false }
    open var canRedo: Bool { false }
    open var isUndoing: Bool { false }
    open var isRedoing: Bool { false }
    open var isUndoRegistrationEnabled: Bool { false }
    open var groupsByEvent = true
    open var levelsOfUndo = 0
    open var undoActionName: String { "" }
    open var redoActionName: String { "" }
    open func undo() {}
    open func redo() {}
    open func beginUndoGrouping() {}
    open func endUndoGrouping() {}
    open func disableUndoRegistration() {}
    open func enableUndoRegistration() {}
    open func removeAllActions() {}
    open func removeAllActions(withTarget target: Any) {}
    open func setActionName(_ name: String) {}
    public func registerUndo<Target: AnyObject>(withTarget target: Target, handler: @escaping (Target) -> Void) {}
}
