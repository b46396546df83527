import Basics
import Cards
import VendorClient

/// In-app messages: one at a time, when the program allows it.
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

    /// How many messages are held back by the mode.
    public func heldCount() async -> Int { await driver.heldCount }

    /// Shows the next message that is held back. Does nothing if there is none, or while another one is shown.
    public func showHeld() async { await driver.showHeld() }

    /// The person has begun or stopped to do something with the message that is shown, such as filling in its form. Until
    /// they stop it does not end by itself; then ``InAppMessage/endsAfter`` begins again.
    public func setInUse(_ isInUse: Bool) async { await driver.use(isInUse) }

    /// Asks the service for new messages.
    public func refresh() async { await driver.refresh() }

    /// Where messages are held back; ``InAppMode/show`` by default.
    ///
    /// - Parameter resume: When those that were held back are shown, if the mode is ``InAppMode/show``; when the program
    ///   opens the next time by default.
    public func setMode(_ mode: InAppMode, resume: InAppResume = .nextOpen) async {
        await driver.set(mode, resume: resume)
    }

    /// The program shows a screen, for ``InAppMode/notOn(_:)``; nil for none with a name.
    public func enterScreen(_ name: String?) async { await driver.enter(name) }

    /// Sets the time between the moment at which a message could be shown and the moment at which it is; half a second by
    /// default.
    public func setDisplayDelay(_ delay: Duration) async { await driver.setDisplayDelay(delay.seconds) }

    /// The person has closed a message.
    public func dismiss(_ id: String) async throws(CordialError) { try await dismiss(id, nil) }

    func dismiss(_ id: String, _ receipt: StoredReceipt?) async throws(CordialError) {
        try await driver.end(id, .inAppDismissed, receipt)
    }

    /// The person has followed a link of a message. It ends, and what follows is attributed to it.
    ///
    /// - Returns: Where the link leads.
    @discardableResult
    public func follow(_ url: String, of id: String) async throws(CordialError) -> CordialLink {
        try await driver.act(on: id, nil)
        return try await links.open(url)
    }

    /// The person has pressed a button of a message: `crdlAction` of its HTML. The message ends.
    ///
    /// - Parameters:
    ///   - link: What the button opens; nil for nothing.
    ///   - event: The event that it sends; nil for none.
    /// - Returns: Where the link leads; nil without one.
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

    /// The person has sent the fields of a message: `crdlCaptureAllInputs` of its HTML. The message ends.
    ///
    /// - Parameters:
    ///   - event: The event that has the values as its properties.
    ///   - values: By the ids of the fields.
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
    /// As properties of an event, in the order of their names.
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
