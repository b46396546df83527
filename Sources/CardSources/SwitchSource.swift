public import Cards

/// A source with settings that the user can switch on and off, such as kinds of notifications. It declares this with
/// ``SourceCapabilities/offersSwitches``.
public protocol SwitchSource: CardSource {
    /// The switches as they are now. Throws ``SourceError``.
    func switches() async throws(SourceError) -> SourceSwitches

    /// Changes one switch. Returns once the change cannot be lost, even if the service receives it later.
    ///
    /// - Parameter key: ``SourceSwitches/Item/key``.
    /// - Throws: ``SourceError``; a refusal with reason ``SourceRefusal/Reason/notFound`` if the switch does not exist.
    func setSwitch(_ key: String, isOn: Bool) async throws(SourceError)
}
