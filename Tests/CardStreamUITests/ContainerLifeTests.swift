import CardSession
import Cards
import Testing

@testable import CardStreamUI

/// What a session keeps for a container, and lets go of with it.
@Suite(.timeLimit(.minutes(1))) struct ContainerLifeTests {
    /// Symbols: count-visible
    @Test(arguments: [CardContainer.Kind.single, .modal])
    func `a container for one card counts one as visible, until it closes`(kind: CardContainer.Kind) async throws {
        let host = try await Host(kind, cards: ["Sign the lease", "Pay the rent", "Call the bank"])
        try host.run("the card") { $0.container.isUp }
        var counts = try host.session.cardCountChanges().makeAsyncIterator()
        func wait(_ visible: Int) async {
            while let count = await counts.next() {
                if count == CardCount(stream: "inbox", visible: visible, total: 3) { return }
            }
            Issue.record("the counts ended without \(visible) of 3")
        }
        await wait(1)
        let list = try CardContainer(of: "inbox", in: host.session, columns: 40, rows: 10)
        await wait(3)
        list.close()
        await wait(1)
        host.session.setVisibleLimit(2, of: "inbox")
        await wait(2)
        host.session.setVisibleLimit(-3, of: "inbox")
        await wait(0)
        host.session.setVisibleLimit(nil, of: "inbox")
        host.container.close()
        await wait(3)
        await host.end()
    }
}
