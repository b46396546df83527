package import AppCore
import Basics
import Canvas
import CardImages
package import CardSession
package import Cards
import Dispatch
package import Logging

import struct Foundation.Date

/// Turns effects, which are data, into calls of the session. Lives on the main thread; what the calls bring comes
/// back through the mailbox.
///
/// A task is registered before it is started, so that "nothing is running" is never true by accident: that is what
/// scripts and tests wait for.
package final class EffectRunner {
    package let mailbox: Mailbox<LoopMessage>
    let session: CardSession
    let links: LinkOpener
    /// Told the kind of what happens and to which card, never what a card or an answer says.
    let logger: Logger
    let environment: [String: String]
    /// Seconds that an answer can be undone before it is sent.
    let undoWindow: Double
    /// Answers on their way to the disk.
    let answers = DispatchGroup()
    // Created on first use: they are not needed at the start.
    private(set) lazy var finder = FileFinder.system(environment: environment)
    private(set) lazy var converter = JPEGConverter(path: environment["PATH"] ?? "")
    /// Files on their way, by the number of their submit.
    var sendings: [Int: Task<Void, Never>] = [:]
    /// Pages of cards on their way.
    var pageLoads: [PageRequest: Task<Void, Never>] = [:]
    /// The host's own business with a button's payload.
    private let payloads: (CardID, JSONObject, PayloadSource) -> Void
    /// What the host does about containers.
    private let host: (ContainerID, ContainerEvent) -> Void
    /// Nil where no pictures are shown.
    private let pictures: PictureLoader?
    /// Pictures on their way.
    private var awaitedPictures: Set<PictureRequest> = []
    /// Publishes a card of the user's own, and returns why it could not; nil where no card can be published.
    package var publish: (@Sendable (CardSketch) async -> String?)?
    /// Signs answers to questions that want it.
    package var signer = AnswerSigner(key: nil, environment: [:])
    /// The host's way to the values of runtime variables; without one they show their defaults.
    let variables: RuntimeVariableSource?
    /// Nil where what the user chooses is not kept.
    private let choiceMemory: ChoiceMemory?
    /// Tasks that have not ended.
    package private(set) var running = 0
    let drafts = DraftKeeper()
    /// The write of drafts that is under way.
    var draftWrite: Task<Void, Never>?
    /// The last reply on its way to the disk; each waits for the one before it.
    var replyWrite: Task<Void, Never>?
    /// What happened on the screen and is not on the way to the session.
    var waitingReports: [EventReport] = []
    var isReporting = false
    private var observers: [ContainerID: WindowObserver] = [:]
    /// The last query of each container whose window has not arrived.
    private var awaited: [ContainerID: FeedQuery] = [:]
    /// The next parts of streams that are read behind the frame, see ``readAhead()``.
    private var nextParts: [ContainerID: FeedQuery] = [:]

    /// - Parameters:
    ///   - environment: For finding files and the programs that convert them.
    ///   - undoWindow: Seconds that an answer can be undone before it is sent.
    package init(
        session: CardSession, mailbox: Mailbox<LoopMessage>, links: LinkOpener, logger: Logger = .none,
        environment: [String: String] = [:], undoWindow: Double = 0, pictures: PictureLoader? = nil,
        variables: RuntimeVariableSource? = nil, choiceMemory: ChoiceMemory? = nil,
        host: @escaping (ContainerID, ContainerEvent) -> Void = { _, _ in },
        payloads: @escaping (CardID, JSONObject, PayloadSource) -> Void = { _, _, _ in }
    ) {
        self.host = host
        self.payloads = payloads
        self.environment = environment
        self.undoWindow = undoWindow
        self.pictures = pictures
        self.variables = variables
        self.choiceMemory = choiceMemory
        self.logger = logger
        self.session = session
        self.mailbox = mailbox
        self.links = links
    }

    /// No task runs, no window and no picture is on its way and no message waits.
    package var isIdle: Bool {
        running == 0 && awaited.isEmpty && awaitedPictures.isEmpty && mailbox.isEmpty
    }

    /// - Parameter state: What the screen shows, for the events that follow.
    package func start(_ effect: Effect, in state: AppState? = nil) {
        switch effect {
        case .respond(let card, let stream, let response): respond(response, to: card, in: stream, state)
        case .saveDraft(let card, let stream, let form):
            drafts.record(form, at: DraftKeeper.Place(card: card, stream: stream))
            writeDrafts()
        case .tellTyping(let card, let stream, let field):
            runTask { session, _ in await session.setTyping(into: field, of: card, in: stream) }
        case .retryAction(let card, let stream):
            runTask { session, mailbox in
                do throws(SessionError) {
                    try await session.retryAction(of: card, in: stream)
                } catch {
                    mailbox.post(.noticed(error.explanation))
                }
            }
        case .discardAction(let card, let stream):
            runTask { session, mailbox in
                do throws(SessionError) {
                    let replies = try await session.discardRefused(of: card, in: stream).map { action in
                        DiscardedReply(response: action.response, entered: FormState(draft: action.entered).values)
                    }
                    mailbox.post(.discarded(card, replies))
                } catch {
                    mailbox.post(.noticed(error.explanation))
                }
            }
        case .readHeader(let container, let command): readHeader(of: container, command)
        case .emit(let container, let event): host(container, event)
        case .resolveVariables(let container, let cards, let timeout):
            guard let variables else { return }
            runTask { _, mailbox in
                let values = await variables.values(for: cards, within: .waiting(timeout))
                if !values.isEmpty { mailbox.post(.variablesResolved(container, values)) }
            }
        case .withdraw(let card, let stream):
            runTask { session, mailbox in
                let outcome: WithdrawalOutcome
                do throws(SessionError) {
                    outcome = .done(try await session.withdraw(from: card, in: stream))
                } catch {
                    outcome = .failed(reason: error.explanation)
                }
                mailbox.post(.withdrawn(card, outcome))
            }
        case .undo:
            runTask { session, mailbox in
                let outcome: UndoOutcome
                do throws(SessionError) {
                    outcome = .done(try await session.undo())
                } catch {
                    outcome = .failed(reason: error.explanation)
                }
                mailbox.post(.undone(outcome))
            }
        case .keepChoices(let container, let choices):
            guard let choiceMemory else { return }
            runTask { [logger] _, _ in
                do throws(FileProblem) {
                    try choiceMemory.keep(choices, of: container)
                } catch {
                    logger.error(
                        "the layout, order and groups of a container could not be stored",
                        metadata: ["reason": "\(error)"])
                }
            }
        case .marks(let effect): start(effect, in: state)
        case .page(let effect): start(effect)
        case .history(let effect): start(effect)
        case .export(.pipe(let input, let command)): pipe(input, to: command)
        case .recordSeen(let cards, let stream):
            let shown = state?.contexts(of: cards, in: stream) ?? [:]
            runTask { [logger] session, _ in
                do throws(SessionError) {
                    try await session.markSeen(cards, in: stream, shown: shown)
                } catch {
                    logger.error(
                        "the list of seen cards could not be stored", metadata: ["reason": "\(error.explanation)"])
                }
            }
        case .recordRead(let card, let stream):
            runTask { session, _ in await session.markRead(card, in: stream) }
        case .window(let container, let query):
            if let state, state.readsNextPart(in: container), observers[container] != nil {
                awaited[container] = query
                nextParts[container] = query
            } else {
                observe(container, query)
            }
        case .refresh: runTask { session, _ in await session.refresh() }
        case .openLink(let address):
            report(links.open(address))
        case .followLink(let link, let card, let stream):
            runTask { [links] session, mailbox in
                // Where the source cannot say what to open, the link itself is opened: the user wants to see it.
                let address = (try? await session.followLink(link, of: card, in: stream)) ?? link
                Self.report(links.open(address), to: mailbox)
            }
        case .publish(let card): publish(card)
        case .startConversation(let sketch): startConversation(sketch)
        case .releaseHeld: runTask { session, _ in await session.releaseHeld() }
        case .switches(let effect): start(effect)
        case .playVideo(let video): play(video)
        case .showPictures(let requests):
            guard let pictures else { break }
            awaitedPictures = Set(requests)
            pictures.show(requests)
        case .files(let effect): start(effect) { state?.place(of: $0) ?? ResponseOrigin() }
        case .passPayload(let card, let payload, let source): payloads(card, payload, source)
        // The loop does these itself.
        case .editText, .watchDemo, .export, .theme, .quit, .suspend, .redraw, .bell, .call, .closeNotification: break
        }
    }

    private func publish(_ card: CardSketch) {
        guard let publish else {
            return mailbox.post(.firstStep(.published(failure: Strings.NewCard.notHere)))
        }
        runTask { _, mailbox in mailbox.post(.firstStep(.published(failure: await publish(card)))) }
    }

    private func startConversation(_ sketch: ConversationSketch) {
        runTask { session, mailbox in
            do {
                let card = try await session.startConversation(
                    named: sketch.name, with: sketch.people, in: sketch.stream)
                mailbox.post(.conversation(.started(card, sketch)))
            } catch {
                let reason = RequestError(ofRequest: error).reason
                mailbox.post(.conversation(.failed(sketch, reason: reason)))
            }
        }
    }

    func report(_ outcome: LinkOpener.Outcome) { Self.report(outcome, to: mailbox) }

    private static func report(_ outcome: LinkOpener.Outcome, to mailbox: Mailbox<LoopMessage>) {
        switch outcome {
        case .opened: break
        case .refused(let reason): mailbox.post(.noticed(reason))
        case .nothingOpens(let address): mailbox.post(.export(.linkNotOpened(address)))
        }
    }

    /// Waits until what the user did, and what happened, is on disk, at most so many seconds. Blocks.
    package func finishAnswers(within seconds: Double) { _ = answers.wait(timeout: .now() + seconds) }

    /// Stops every observation and keeps what was entered last. Tasks end by themselves.
    package func stop() {
        do { try drafts.flush(to: session) } catch {
            logger.error("the draft is not stored", metadata: ["reason": "\(error.explanation)"])
        }
        for observer in observers.values { observer.stop() }
        for sending in sendings.values { sending.cancel() }
        for load in pageLoads.values { load.cancel() }
        observers = [:]
        awaited = [:]
        nextParts = [:]
        pictures?.stop()
    }

    func pictureSettled(_ request: PictureRequest) { awaitedPictures.remove(request) }

    func effectEnded() { running -= 1 }

    /// Whether a window answers the container's present query; one of an older query does not count.
    func windowArrived(_ container: ContainerID, _ query: FeedQuery) -> Bool {
        if awaited[container] == query { awaited[container] = nil }
        return (nextParts[container] ?? observers[container]?.query) == query
    }

    /// Begins to read the parts of streams that no key waits for. The loop calls it behind a frame and before it waits:
    /// a read that begins earlier would take the processor from the frame of the key that asked for it.
    func readAhead() {
        guard !nextParts.isEmpty else { return }
        for (container, query) in nextParts { observe(container, query) }
    }

    private func observe(_ container: ContainerID, _ query: FeedQuery) {
        nextParts[container] = nil
        awaited[container] = query
        if let observer = observers[container] {
            observer.move(to: query)
            return
        }
        let (mailbox, logger) = (mailbox, logger)
        observers[container] = session.observe(query) { query, result in
            switch result {
            case .success(let window):
                mailbox.post(window, of: query, in: container)
            case .failure(let error):
                logger.error("the cards cannot be read", metadata: ["reason": "\(error.explanation)"])
                mailbox.post(.feedFailed(container, reason: error.explanation))
            }
        }
    }

    /// Lets what waits to be undone wait so many seconds less, and waits for the server's answers to what is sent now.
    func hasten(by seconds: Double) {
        runTask { [logger] session, mailbox in
            do throws(SessionError) {
                try await session.hasten(by: seconds, within: ScriptStep.timeout / 2)
            } catch {
                logger.error(
                    "the last actions could not be sent early, while they can still be undone",
                    metadata: ["reason": "\(error.explanation)"])
                mailbox.post(.noticed(error.explanation))
            }
        }
    }

    @discardableResult
    func runTask(_ work: @escaping @Sendable (CardSession, Mailbox<LoopMessage>) async -> Void) -> Task<Void, Never> {
        running += 1
        let session = session
        let mailbox = mailbox
        return Task.detached {
            await work(session, mailbox)
            mailbox.post(.effectEnded)
        }
    }
}
