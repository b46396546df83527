import Basics
import Cards
import VendorClient

/// In-app messages. One is shown at a time, when the program allows it.
///
/// ```swift
/// for await notice in client.notices() where notice == .inAppMessagesChanged {
///     if let message = try await client.inAppMessages.current() { show(message) } else { hide() }
/// }
/// ```
public struct CordialInAppMessages: Sendable {
    let driver: InAppDriver
    let events: CordialEvents
    let links: CordialLinks
    let outbox: Outbox

    /// The message to show now; nil for none.
    public func current() async throws(CordialError) -> InAppMessage? { try await driver.current() }

    /// The number of messages that the mode holds back.
    public func heldCount() async -> Int { await driver.heldCount }

    /// Shows the next held-back message. Does nothing if there is none, or while another message is shown.
    public func showHeld() async { await driver.showHeld() }

    /// Call this when the user begins or stops to use the shown message, for example to fill in its form. While it is
    /// in use, it does not end by itself; afterwards ``InAppMessage/endsAfter`` starts again.
    public func setInUse(_ isInUse: Bool) async { await driver.use(isInUse) }

    /// Loads new messages from the service.
    public func refresh() async { await driver.refresh() }

    /// Sets where messages are held back; ``InAppMode/show`` by default.
    ///
    /// - Parameter resume: When held-back messages are shown if the mode is ``InAppMode/show``; by default when the
    ///   program opens the next time.
    public func setMode(_ mode: InAppMode, resume: InAppResume = .nextOpen) async {
        await driver.set(mode, resume: resume)
    }

    /// Call this when the program shows a screen, for ``InAppMode/notOn(_:)``; nil for a screen without a name.
    public func enterScreen(_ name: String?) async { await driver.enter(name) }

    /// Sets the delay between the time at which a message could be shown and the time at which it is shown; half a
    /// second by default.
    public func setDisplayDelay(_ delay: Duration) async { await driver.setDisplayDelay(delay.seconds) }

    /// Call this when the user has closed a message.
    public func dismiss(_ id: String) async throws(CordialError) { try await dismiss(id, nil) }

    func dismiss(_ id: String, _ receipt: StoredReceipt?) async throws(CordialError) {
        try await driver.end(id, .inAppDismissed, receipt)
    }

    /// Call this when the user has followed a link of a message. The message ends, and later events are attributed to
    /// it.
    ///
    /// - Returns: The target of the link.
    @discardableResult
    public func follow(_ url: String, of id: String) async throws(CordialError) -> CordialLink {
        try await driver.act(on: id, nil)
        return try await links.open(url)
    }

    /// Call this when the user has pressed a button of a message: `crdlAction` in its HTML. The message ends.
    ///
    /// - Parameters:
    ///   - link: The link that the button opens; nil for none.
    ///   - event: The event that it sends; nil for none.
    /// - Returns: The target of the link; nil without a link.
    @discardableResult
    public func act(link: String?, event: String?, of id: String) async throws(CordialError) -> CordialLink? {
        try await act(link: link, event: event, of: id, nil)
    }

    @discardableResult
    func act(
        link: String?, event: String?, of id: String, _ receipt: StoredReceipt?
    ) async throws(CordialError) -> CordialLink? {
        var recording: EventRecording?
        if let event { recording = try await events.recording(event, messageID: id) }
        try await driver.act(on: id, recording, receipt)
        guard let link else { return nil }
        return try await links.open(link)
    }

    /// Call this when the user has sent the fields of a message: `crdlCaptureAllInputs` in its HTML. The message ends.
    ///
    /// - Parameters:
    ///   - event: The event to send, with the values as its properties.
    ///   - values: The values by the ids of the fields.
    public func capture(_ values: InAppInputs, event: String, of id: String) async throws(CordialError) {
        try await capture(values, event: event, of: id, nil)
    }

    func capture(
        _ values: InAppInputs, event: String, of id: String, _ receipt: StoredReceipt?
    ) async throws(CordialError) {
        try await driver.act(on: id, try await events.recording(event, values.json, messageID: id), receipt)
        outbox.notices.send(.inputsCaptured(event: event, values: values))
    }
}

extension InAppInputs {
    /// The values as properties of an event, sorted by name.
    var json: JSONObject {
        var result = JSONObject()
        for name in keys.sorted() {
            switch self[name] {
            case .text(let text): result[name] = .string(text)
            case .number(let number): result[name] = JSONNumber(number).map(JSONValue.number)
            case .bool(let bool): result[name] = .bool(bool)
            case nil: break
            }
        }
        return result
    }
}
