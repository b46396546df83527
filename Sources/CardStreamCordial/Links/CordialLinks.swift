import Basics
import Cards
import CurlTransport
import VendorClient

/// Links of messages and pushes. Links of vanity domains count a click and redirect.
public struct CordialLinks: Sendable {
    /// The maximum number of redirects to follow within vanity domains for one link.
    static let hops = 4

    let account: CordialAccount
    let store: CordialStore
    let caller: CordialCaller
    let outbox: Outbox
    let events: CordialEvents
    let clock: SyncClock

    /// Resolves a link, records that it was opened, and notifies listeners. The program must open ``CordialLink/url``
    /// itself, or use ``openInBrowser(_:)`` if it cannot.
    ///
    /// - Parameters:
    ///   - fallback: The address to open if the link cannot be opened.
    ///   - vanityURL: The tracked form of the link, if a push contains it.
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

    /// The address for a browser. The page itself attributes the visit, so this restores the attribution from before
    /// the link.
    public func openInBrowser(_ link: CordialLink) async throws(CordialError) -> String {
        try await store.update { $0.restoreAttribution() }
        return link.browserURL
    }

    /// The target of a link. Links of other domains are not requested.
    private func resolve(_ url: String) async throws(CordialError) -> String {
        guard LinkAddresses.isVanity(url, account.vanityDomains) else { return url }
        var current = url
        for _ in 0..<Self.hops {
            let response: HTTPResponse
            do throws(CordialError) { response = try await caller.redirect(of: current) } catch {
                // Without a response, open the link itself, because the user has decided to open it.
                account.log.write(
                    .error, "the redirect of a link could not be followed, so the link itself is opened: \(error)")
                return url
            }
            if response.status == 200 { return current }
            guard response.status == 302,
                let target = response["Location"].flatMap({ LinkAddresses.target(of: $0, from: current) })
            else { return url }
            try await attribute(response)
            guard LinkAddresses.isVanity(target, account.vanityDomains) else { return target }
            current = target
        }
        return current
    }

    private func attribute(_ response: HTTPResponse) async throws(CordialError) {
        guard let id = response["x-mcid"], !id.isEmpty else { return }
        // Links of test messages are marked as such, and do not count.
        if let test = response["x-message-istest"], test != "0" { return }
        let attribution = CordialAttribution(messageID: id, time: clock.now())
        try await store.update { $0.attribute(to: attribution) }
    }
}
