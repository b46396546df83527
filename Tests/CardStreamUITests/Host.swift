import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Testing

@testable import CardStreamUI

/// A container as a host uses it: in a separate session, with a server in the same process.
///
/// Symbols: on-event, container-close, configuration
final class Host {
    let keys = DevelopmentKeys.ephemeral()
    let server: FeedServer
    let session: CardSession
    let container: CardContainer
    var events: [CardContainer.Event] = []

    init(
        _ kind: CardContainer.Kind, cards: [String] = [], columns: Int = 60, rows: Int = 16,
        configuration: ContainerConfiguration = ContainerConfiguration(),
        delivery: CardSession.Connection.Delivery = .push(fallbackInterval: .seconds(1)),
        variables: RuntimeVariableSource? = nil
    ) async throws {
        server = try await FeedServer(keys.config)
        session = try CardSession(.memory)
        var appearance = ContainerAppearance()
        appearance.colors = .none
        container = try CardContainer(
            kind, of: "inbox", in: session, columns: columns, rows: rows, configuration: configuration,
            appearance: appearance, variables: variables)
        for card in cards { try await publish(card) }
        await session.connect(
            FeedSource(.inProcess(server, environment: keys.environment, user: "ana")), streams: ["inbox"],
            delivery: delivery, onEvent: { _ in })
    }

    @discardableResult
    func publish(
        _ headline: String, actions: ActionProperties = ActionProperties(), _ components: Card.Component...
    ) async throws -> CardID {
        try await publish(
            CardBody(actions: actions, components: [.headline(Card.Headline(text: headline))] + components))
    }

    @discardableResult
    func publish(_ body: CardBody) async throws -> CardID {
        let request = PublishRequest(streamID: "inbox", users: ["ana"], body: body.encoded())
        return try #require(
            try await server.publish([request], environment: keys.environment).cards.first?.id)
    }

    /// Works like a host's loop until a condition holds.
    func run(_ what: String, until isSo: (Host) -> Bool) throws {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(20)
        while clock.now < end {
            events += container.advance()
            if isSo(self) { return }
            var source = pollfd(fd: container.wakeDescriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&source, 1, Int32(min(container.delay ?? .seconds(1), .seconds(1)) / .milliseconds(1)) + 1)
        }
        Issue.record("waited for \(what):\n\(container.picture.text)")
    }

    func end() async {
        container.close()
        await session.close()
        await server.stop(within: .seconds(1))
    }
}
