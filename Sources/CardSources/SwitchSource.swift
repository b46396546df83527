public import Cards

/// A source with something that the user can switch on and off, such as kinds of notifications. It says so by
/// ``SourceCapabilities/offersSwitches``.
public protocol SwitchSource: CardSource {
    /// The switches as they are now. Throws ``SourceError``.
    func switches() async throws(SourceError) -> SourceSwitches

    /// Switches one of them. Returns once that will not be lost, also where the service is told later.
    ///
    /// - Parameter key: ``SourceSwitches/Item/key``.
    /// - Throws: ``SourceError``; a refusal with reason ``SourceRefusal/Reason/notFound`` if there is no such switch.
    func setSwitch(_ key: String, isOn: Bool) async throws(SourceError)
}
