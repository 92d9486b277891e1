import LiveActivityHost

/// The result of a command that is applied in memory, and whether its caller may still have to wait for the store.
///
/// The synchronous and the asynchronous form of a command are the same up to here; then one blocks and the other suspends
/// (``LiveActivityRuntime/stored(_:)``).
@usableFromInline struct Applied<Value: Sendable>: Sendable {
    @usableFromInline var result: Result<Value, RuntimeError>
    /// Whether a shard has changes that are in no batch of the store yet.
    @usableFromInline var isDirty: Bool
    /// Whether the runtime accepted the command. A command that was not accepted waits for nothing.
    @usableFromInline var isAdmitted = true

    @inlinable init(_ result: Result<Value, RuntimeError>, isDirty: Bool) {
        self.result = result
        self.isDirty = isDirty
    }

    /// Creates the result of a command that did nothing, because the runtime is closed or its store fails.
    @inlinable init(notAdmitted error: RuntimeError) {
        result = .failure(error)
        isDirty = false
        isAdmitted = false
    }
}

extension LiveActivityRuntime {
    /// Returns the result of a command when it is as durable as the durability requires. Blocks this thread until then.
    ///
    /// - Throws: The command's own error takes precedence over one of the store, as nothing was acknowledged.
    @inlinable func stored<Value>(_ applied: Applied<Value>) throws(RuntimeError) -> Value {
        if let storeWriter, applied.isAdmitted {
            do throws(RuntimeError) { try storeWriter.commit(applied.isDirty) } catch {
                if case .success = applied.result { throw error }
            }
        }
        return try applied.result.get()
    }

    /// Waits until the command's effects are durable, and suspends the task meanwhile.
    @inlinable nonisolated(nonsending) func stored<Value>(_ applied: Applied<Value>) async throws(RuntimeError) -> Value {
        if let storeWriter, applied.isAdmitted {
            do throws(RuntimeError) { try await storeWriter.commit(applied.isDirty) } catch {
                if case .success = applied.result { throw error }
            }
        }
        return try applied.result.get()
    }
}
