public import CardSources
public import Cards
import VendorClient

/// Further abilities for viewers: held-back in-app messages, and categories of notifications.
extension CordialSource {
    /// The number of in-app messages that are held back: the current number first, then the new number after each
    /// change.
    public func heldCounts() async -> AsyncStream<Int> { held.values() }

    /// Shows the next in-app message, although messages are held back.
    public func releaseHeld() async throws(SourceError) {
        await client.inAppMessages.showHeld()
        try await update()
    }

    /// The categories of notifications, with the user's choices.
    public func switches() async throws(SourceError) -> SourceSwitches {
        do throws(CordialError) {
            if !categories.isEmpty { try await client.contact.offer(categories) }
            let items = try await client.contact.categories().map {
                SourceSwitches.Item(key: $0.key, name: $0.name, isOn: $0.isOn)
            }
            return SourceSwitches(title: "Notifications", items: items)
        } catch { throw SourceError(error) }
    }

    /// Turns a category of notifications on or off. The change is in the account's file before the call returns, and is
    /// sent to the service when it can be reached.
    public func setSwitch(_ key: String, isOn: Bool) async throws(SourceError) {
        do throws(CordialError) { try await client.contact.setCategory(key, isOn: isOn) } catch {
            throw SourceError(error)
        }
    }
}
