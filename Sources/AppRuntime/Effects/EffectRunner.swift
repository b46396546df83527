package import AppCore
import Basics
import Canvas
import CardImages
package import CardSession
package import Cards
import Dispatch
package import Logging

import struct Foundation.Date

/// Translates effects, which are data, into calls of the session. It is used on the main thread; the results of the
/// calls arrive through the mailbox.
///
/// A task is counted before it starts, so that ``isIdle`` is never true by accident. Scripts and tests wait for
/// ``isIdle``.
package final class EffectRunner {
    package let mailbox: Mailbox<LoopMessage>
    let session: CardSession
    let links: LinkOpener
    /// Receives the kinds of actions and the ids of cards, but never the content of a card or an answer.
    let logger: Logger
    let environment: [String: String]
    /// The seconds during which an answer can be undone before it is sent.
    let undoWindow: Double
    /// The answers that are being stored.
    let answers = DispatchGroup()
    /// Ends when all answers so far are stored.
    private var storedAnswers: Task<Void, Never>?
    // Created on first use: they are not needed at the start.
    private(set) lazy var finder = FileFinder.system(environment: environment)
    private(set) lazy var converter = JPEGConverter(path: environment["PATH"] ?? "")
    /// The uploads in progress, by the number of their submission.
    var uploads: [Int: Task<Void, Never>] = [:]
    /// The pages of cards that are being loaded.
    var pageLoads: [PageRequest: Task<Void, Never>] = [:]
    /// Passes a button's payload to the host program.
    private let payloads: (CardID, JSONObject, PayloadSource) -> Void
    /// Passes events of containers to the host program.
    private let host: (ContainerID, ContainerEvent) -> Void
    /// Nil if pictures are not shown.
    private let pictures: PictureLoader?
    /// The pictures that are being loaded.
    private var awaitedPictures: Set<PictureRequest> = []
    /// Publishes a card of the user's own. Returns the reason if this fails, or nil on success. The closure is nil if
    /// cards cannot be published.
    package var publish: (@Sendable (CardSketch) async -> String?)?
    /// Signs answers to questions that require a signature.
    package var signer = AnswerSigner(key: nil, environment: [:])
    /// The host's source of values for runtime variables; without one, the defaults are shown.
    let variables: RuntimeVariableSource?
    /// Nil if the user's choices are not stored.
    private let choiceMemory: ChoiceMemory?
    /// The number of tasks that have not ended.
    package private(set) var running = 0
    let drafts = DraftKeeper()
    /// The write of drafts that is in progress.
    var draftWrite: Task<Void, Never>?
    /// The last reply that is being stored. Each reply waits for the one before it.
    var replyWrite: Task<Void, Never>?
    /// Reports that have not been passed to the session yet.
    var waitingReports: [EventReport] = []
    var isReporting = false
    private var observers: [ContainerID: WindowObserver] = [:]
    /// The last query of each container whose window has not arrived yet.
    private var awaited: [ContainerID: FeedQuery] = [:]
    /// The queries for further parts of streams, which are read after the frame; see ``readAhead()``.
    private var nextParts: [ContainerID: FeedQuery] = [:]

    /// - Parameters:
    ///   - environment: The environment, used to find files and the programs that convert them.
    ///   - undoWindow: The seconds during which an answer can be undone before it is sent.
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

    /// Whether no task is running, no window or picture is awaited, and no message is waiting.
    package var isIdle: Bool {
        running == 0 && awaited.isEmpty && awaitedPictures.isEmpty && mailbox.isEmpty
    }

    /// - Parameter state: The current state of the screen, for the details of events.
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
            runTask { [storedAnswers] session, mailbox in
                // The key comes after the answers that are being stored, of which there may be thousands.
                await storedAnswers?.value
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
                // If the source cannot resolve the link, the link itself is opened, because the user wants to see it.
                let address = (try? await session.followLink(link, of: card, in: stream)) ?? link
                Self.report(links.open(address), to: mailbox)
            }
        case .publish(let card): publish(card)
        case .countHidden(let shown): countHidden(except: shown)
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
        // The loop performs these effects itself.
        case .editText, .watchDemo, .export, .theme, .quit, .suspend, .redraw, .bell, .notify, .closeNotification: break
        }
    }

    private func publish(_ card: CardSketch) {
        guard let publish else {
            return mailbox.post(.firstStep(.published(failure: Strings.NewCard.notHere)))
        }
        runTask { _, mailbox in mailbox.post(.firstStep(.published(failure: await publish(card)))) }
    }

    private func countHidden(except shown: Set<StreamID>) {
        runTask { session, mailbox in
            // The numbers only improve a message.
            guard let metrics = try? await session.userMetrics() else { return }
            mailbox.post(.firstStep(.counted(HiddenStreams(metrics, except: shown))))
        }
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

    /// Waits until the user's actions and the reports are stored, for at most `seconds`. Blocks.
    package func finishAnswers(within seconds: Double) { _ = answers.wait(timeout: .now() + seconds) }

    /// Stops all observations and stores the last drafts. Running tasks end on their own.
    package func stop() {
        do { try drafts.flush(to: session) } catch {
            logger.error("the draft is not stored", metadata: ["reason": "\(error.explanation)"])
        }
        for observer in observers.values { observer.stop() }
        for upload in uploads.values { upload.cancel() }
        for load in pageLoads.values { load.cancel() }
        observers = [:]
        awaited = [:]
        nextParts = [:]
        pictures?.stop()
    }

    func pictureSettled(_ request: PictureRequest) { awaitedPictures.remove(request) }

    func effectEnded() { running -= 1 }

    /// Whether a window belongs to the container's current query. Windows of older queries are ignored.
    func windowArrived(_ container: ContainerID, _ query: FeedQuery) -> Bool {
        if awaited[container] == query { awaited[container] = nil }
        return (nextParts[container] ?? observers[container]?.query) == query
    }

    /// Starts to read the parts of streams that no key press waits for. The loop calls this after a frame and before it
    /// waits: an earlier read would compete for the processor with the frame that the key press needs.
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

    /// Shortens the undo window of waiting answers by `seconds`, and waits for the server's responses to the answers
    /// that are then sent.
    func shortenUndoWindows(by seconds: Double) {
        runTask { [logger] session, mailbox in
            do throws(SessionError) {
                try await session.shortenUndoWindows(by: seconds, within: ScriptStep.timeout / 2)
            } catch {
                logger.error(
                    "the last actions could not be sent early, while they can still be undone",
                    metadata: ["reason": "\(error.explanation)"])
                mailbox.post(.noticed(error.explanation))
            }
        }
    }

    /// Records a task that stores answers, for which an undo waits.
    func storeAnswers(in task: Task<Void, Never>) {
        storedAnswers = Task.detached { [storedAnswers] in
            await storedAnswers?.value
            await task.value
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
