package import Cards

internal import struct Foundation.UUID

extension CardSession {
    /// Does the same as ``perform(_:within:)`` for a response that is made already, as a command does that has checked a form.
    ///
    /// - Parameter seconds: How long to wait for the server's word; nil does not wait, and needs no login.
    /// - Throws: ``RequestError``, as there.
    @discardableResult
    package func perform(
        _ response: CardResponse, on card: CardID, in stream: StreamID, within seconds: Double?
    ) async throws(RequestError) -> ActionOutcome {
        if seconds != nil { try requireLogin() }
        let key = ActionKey(UUID())
        do throws(SessionError) {
            try await respond(to: card, in: stream, with: response, key: key)
        } catch { throw RequestError(error) }
        guard let seconds else { return .queued }
        // For the card and its stream only.
        return try await outcome(of: key, .dismiss(card, in: stream), within: seconds)
    }
}
