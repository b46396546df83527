internal import CardSources
public import Cards

extension CardSession {
    /// The settings of a stream's source that the user can switch on and off (``SourceCapabilities/offersSwitches``).
    ///
    /// - Throws: ``RequestError``; ``RequestError/data(_:)`` for a source without switches.
    public func switches(of stream: StreamID) async throws -> SourceSwitches {
        do throws(RequestError) {
            return try await withAbility("switches", of: stream, { $0 as? any SwitchSource }) {
                source throws(SourceError) in
                try await source.switches()
            }
        } catch { throw error.orCancellation }
    }

    /// Turns one of the ``switches(of:)`` on or off.
    ///
    /// - Parameter key: ``SourceSwitches/Item/key``.
    /// - Throws: ``RequestError``; ``RequestError/data(_:)`` if the switch does not exist.
    public func setSwitch(_ key: String, isOn: Bool, of stream: StreamID) async throws {
        do throws(RequestError) {
            try await withAbility("switches", of: stream, { $0 as? any SwitchSource }) { source throws(SourceError) in
                try await source.setSwitch(key, isOn: isOn)
            }
        } catch { throw error.orCancellation }
    }
}
