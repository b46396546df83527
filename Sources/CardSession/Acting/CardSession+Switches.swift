internal import CardSources
public import Cards

extension CardSession {
    /// What the source of a stream lets the user switch on and off (``SourceCapabilities/offersSwitches``).
    ///
    /// - Throws: ``RequestError``, as ``RequestError/data(_:)`` for a source without switches.
    public func switches(of stream: StreamID) async throws -> SourceSwitches {
        do throws(RequestError) {
            return try await ask("switches", of: stream, { $0 as? any SwitchSource }) { source throws(SourceError) in
                try await source.switches()
            }
        } catch { throw error.orCancellation }
    }

    /// Switches one of ``switches(of:)``.
    ///
    /// - Parameter key: ``SourceSwitches/Item/key``.
    /// - Throws: ``RequestError``, as ``RequestError/data(_:)`` if there is no such switch.
    public func setSwitch(_ key: String, isOn: Bool, of stream: StreamID) async throws {
        do throws(RequestError) {
            try await ask("switches", of: stream, { $0 as? any SwitchSource }) { source throws(SourceError) in
                try await source.setSwitch(key, isOn: isOn)
            }
        } catch { throw error.orCancellation }
    }
}
