import AppCore
import AppRuntime
import Canvas
import CardImages
import CardSession
import Cards
import FeedAPI
import FeedServer
import Foundation
import Theming

/// The whole viewer without a terminal: the real loop, a real SQLite database in memory, and a server in the same
/// process.
final class HeadlessApp {
    static let stream = StreamID("inbox")

    let server: FeedServer
    let keys: DevelopmentKeys
    let session: CardSession
    let loop: AppLoop<MemoryTerminal>
    let player: ScriptPlayer
    let mailbox: Mailbox<LoopMessage>
    let client: FeedClient

    init(
        cards: [CardBody] = [], size: Size = Size(columns: 60, rows: 20), editor: TextEditor? = nil,
        pictures: ImageDecoder? = nil, environment: [String: String] = [:],
        links: LinkOpener = LinkOpener(environment: [:]),
        files: @escaping ImageStore.BuiltIn = { _ in nil }, themes: ThemeController? = nil,
        notifications: NotificationRules = NotificationRules(), undoWindow: Double = 0
    ) async throws {
        keys = .ephemeral()
        server = try await FeedServer(keys.config)
        await server.startClock()
        session = try CardSession(.memory)
        let mailbox = Mailbox<LoopMessage>()
        self.mailbox = mailbox
        client = .inProcess(server, environment: keys.environment, user: "ana")
        let loader = pictures.map {
            PictureLoader(decoder: $0, colors: .none, cacheFolder: nil, builtIn: files, mailbox: mailbox)
        }
        let runner = EffectRunner(
            session: session, mailbox: mailbox, links: links, environment: environment, undoWindow: undoWindow,
            pictures: loader)
        let container = ContainerModel(id: ContainerID("stream"), streamID: Self.stream)
        let clock = AppClock.system
        var state = AppState(size: size, now: clock.now, containers: [container])
        state.notifications.rules = notifications
        if pictures != nil { state.settings.features.pictures = .symbols }
        runner.start(.window(container.id, container.query))
        let theme = try ThemeLoader.load("dark", depth: .none).0
        loop = AppLoop(
            terminal: MemoryTerminal(size: size), state: state, themes: themes ?? ThemeController(theme),
            runner: runner,
            clock: clock,
            editor: editor)
        player = ScriptPlayer(loop: loop) { _ in }
        for card in cards { try await publish(card) }
    }

    /// Connects to the server through `client`, or through the default client.
    func connect(_ client: FeedClient? = nil, token: TokenSource? = nil) async {
        await connect(to: FeedSource(client ?? self.client), token: token)
    }

    /// Connects to a source of cards.
    func connect(to source: any CardSource, token: TokenSource? = nil) async {
        let mailbox = mailbox
        await session.connect(
            source, token: token, streams: [Self.stream], delivery: .push(fallbackInterval: .seconds(1))
        ) {
            switch $0 {
            case .status(let status): mailbox.post(.syncStatusChanged(status), replacing: "status")
            case .delivered(let card, let response): mailbox.post(.responseSettled(card, response, .delivered))
            case .refused(let card, let response, let reason):
                mailbox.post(.responseSettled(card, response, .refused(reason: reason)))
            case .closed(let card, let response, let status):
                mailbox.post(.responseSettled(card, response, .closed(status)))
            case .themeChanged(let stream): mailbox.post(.themeChanged(stream))
            }
        }
    }

    @discardableResult
    func publish(_ card: CardBody) async throws -> CardID {
        let request = PublishRequest(streamID: Self.stream, users: ["ana"], body: card.encoded())
        return try await server.publish([request], environment: keys.environment).cards[0].id
    }

    func press(_ names: String...) {
        player.press(names.compactMap { KeyChord(name: $0) })
    }

    /// Types keys that all arrive before the first is handled.
    func typeAtOnce(_ characters: String) {
        for character in characters { loop.terminal.feed(.key(KeyChord(.character(character)))) }
        loop.receiveInput()
    }

    var container: ContainerModel { loop.state.containers[0] }

    /// Waits until the screen shows a text; false if it never does.
    func shows(_ text: String) -> Bool { player.wait { Self.text(of: $0).contains(text) } }

    /// Waits until the screen no longer shows a text; false if it still does.
    func hides(_ text: String) -> Bool { player.wait { !Self.text(of: $0).contains(text) } }

    var screen: String { Self.text(of: loop.terminal.screen) }

    private static func text(of screen: Surface) -> String { ScriptPlayer.text(of: screen) }

    func close() async {
        loop.runner.stop()
        await session.close()
        await server.stop(within: .seconds(1))
    }
}

extension CardBody {
    /// A card with a headline and, if `button` is given, a submit button.
    static func titled(_ title: String, button: String? = nil, priority: Int = 5) -> CardBody {
        var components: [Card.Component] = [.headline(Card.Headline(text: title))]
        if let button {
            components.append(
                .buttons(
                    Card.ButtonContainer(buttons: [
                        Card.Button(text: button, action: .submit(Card.ButtonAction.Submission(buttonName: button)))
                    ])))
        }
        return CardBody(priority: priority, components: components)
    }
}
