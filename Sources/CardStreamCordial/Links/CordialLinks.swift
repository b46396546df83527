import Basics
import Cards
import CurlTransport
import VendorClient

/// Links of messages and pushes. Those of vanity domains count a click and lead elsewhere.
public struct CordialLinks: Sendable {
    /// How many addresses of vanity domains are asked for one link.
    static let hops = 4

    let account: CordialAccount
    let store: CordialStore
    let caller: CordialCaller
    let outbox: Outbox
    let events: CordialEvents
    let clock: SyncClock

    /// Finds out where a link leads, records that it was opened, and tells listeners. The program opens ``CordialLink/url``
    /// itself, or takes ``openInBrowser(_:)`` if it cannot.
    ///
    /// - Parameters:
    ///   - fallback: What to open where the link cannot be opened.
    ///   - vanityURL: The tracked form of the link, if a push gives it.
    @discardableResult
    public func open(
        _ url: String, fallback: String? = nil, vanityURL: String? = nil
    ) async throws(CordialError) -> CordialLink {
        let final = try await resolve(url)
        try await events.sendSystem(.linkOpened, ["deepLinkUrl": .string(final)])
        let marked = final == url ? vanityURL : LinkAddresses.marked(url)
        let link = CordialLink(url: final, original: url, vanityURL: marked, fallback: fallback)
        outbox.notices.send(.link(link))
        return link
    }

    /// The address for a browser. The page there attributes the visit itself, so that here the attribution of before holds.
    public func openInBrowser(_ link: CordialLink) async throws(CordialError) -> String {
        try await store.update { $0.restoreAttribution() }
        return link.browserURL
    }

    /// Where a link leads. Links of other domains are not asked for.
    private func resolve(_ url: String) async throws(CordialError) -> String {
        guard LinkAddresses.isVanity(url, account.vanityDomains) else { return url }
        var current = url
        for _ in 0..<Self.hops {
            let answer: HTTPResponse
            do throws(CordialError) { answer = try await caller.redirect(of: current) } catch {
                // Without an answer the link itself is opened; the person decided to.
                account.log.write(
                    .error, "the redirect of a link could not be followed, so the link itself is opened: \(error)")
                return url
            }
            if answer.status == 200 { return current }
            guard answer.status == 302,
                let target = answer["Location"].flatMap({ LinkAddresses.target(of: $0, from: current) })
            else { return url }
            try await attribute(answer)
            guard LinkAddresses.isVanity(target, account.vanityDomains) else { return target }
            current = target
        }
        return current
    }

    private func attribute(_ answer: HTTPResponse) async throws(CordialError) {
        guard let id = answer["x-mcid"], !id.isEmpty else { return }
        // Links of test messages say so.
        if let test = answer["x-message-istest"], test != "0" { return }
        let attribution = CordialAttribution(messageID: id, time: clock.now())
        try await store.update { $0.attribute(to: attribution) }
    }
}
