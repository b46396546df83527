import AppRuntime
import Basics
import Cards
import Testing

@testable import CardSession
@testable import CardStreamUI

/// What a session stores for a container, and releases with it.
@Suite(.timeLimit(.minutes(1))) struct ContainerLifeTests {
    /// Symbols: count-visible, container-close
    @Test(arguments: [CardContainer.Kind.single, .modal])
    func `a single card container counts one card as visible until it closes`(kind: CardContainer.Kind) async throws {
        let host = try await Host(kind, cards: ["Sign the lease", "Pay the rent", "Call the bank"])
        try host.run("the card") { $0.container.isVisible }
        var counts = try host.session.cardCountChanges().makeAsyncIterator()
        func wait(_ visible: Int) async {
            while let count = await counts.next() {
                if count == CardCount(streamID: "inbox", visible: visible, total: 3) { return }
            }
            Issue.record("the counts ended without \(visible) of 3")
        }
        await wait(1)
        let list = try CardContainer(of: "inbox", in: host.session, columns: 40, rows: 10)
        await wait(3)
        list.close()
        await wait(1)
        host.session.setVisibleLimit(2, in: "inbox")
        await wait(2)
        host.session.setVisibleLimit(-3, in: "inbox")
        await wait(0)
        host.session.setVisibleLimit(nil, in: "inbox")
        host.container.close()
        await wait(3)
        await host.end()
    }

    @Test func `a container that is released without being closed leaves nothing behind`() async throws {
        let host = try await Host(.vertical, cards: ["Sign the lease"])
        let before = host.session.state.withLock { $0.observers.count }
        weak var wakeUp: WakeUp?
        do {
            let other = try CardContainer(of: "inbox", in: host.session, columns: 40, rows: 10)
            wakeUp = other.loop.runner.mailbox.wakeUp
            try host.run("its cards") { _ in
                _ = other.advance()
                return other.picture.text.contains("Sign the lease")
            }
            #expect(host.session.state.withLock { $0.observers.count } > before)
        }
        #expect(host.session.state.withLock { $0.observers.count } == before)
        // The container's descriptor is closed with it, although events that are being delivered may still retain it.
        try host.run("its descriptor to be closed") { _ in wakeUp == nil }
        await host.end()
    }
}
