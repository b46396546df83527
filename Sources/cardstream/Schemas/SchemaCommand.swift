internal import ArgumentParser
internal import Cards

/// `cardstream schema`: prints the JSON Schemas of the program's input and output.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a card, or of what a command prints.",
        discussion: """
            If a command prints a line of JSON for each item, its schema describes one line. Later versions can add \
            members; they never remove a member or change its meaning.

            SUBJECTS
              card            what publishers write
              openapi         the server's HTTP interface (OpenAPI 3.1)

            SUBJECTS FOR THE OUTPUT OF COMMANDS
            Most subjects are named after their command; otherwise the command is in parentheses. "also" marks further uses.

              with --json:
                cards (also show), count, status, act (also say), metrics, events,
                watch (also what --exec reads), outcomes, lint, doctor, themes,
                login, invite, ask, conversation (conversations), message
                (messages), profile (profiles), source-event (events --source),
                content (show --content), contact, cart, order, categories, open,
                attribution, push, flush, send-event (send-event --source)
              from commands that always print JSON:
                user, publish, outcome, conversation, removal (conversation delete
                and remove), profile (also user --source)
              from `cardstream admin` with --json:
                admin-streams, admin-users, admin-cards, admin-analytics,
                admin-custom (analytics --custom), admin-webhooks, admin-dead
                (webhooks dead), admin-audit, admin-groups, admin-themes

            EXAMPLES
              cardstream schema card > card.schema.json
              cardstream schema card | jq '."$defs" | keys'
              cardstream schema events
              cardstream schema openapi > openapi.json
            """)

    /// The subject of a schema.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        case card, cards, count, status, act, metrics, events, watch, user, publish, outcome, outcomes, ask
        case lint, doctor, themes, login, invite
        case conversation, removal, message, profile
        case sourceEvent = "source-event"
        case content, contact, cart, order, categories, open, attribution, push, flush
        case sendEvent = "send-event"
        case adminStreams = "admin-streams"
        case adminUsers = "admin-users"
        case adminCards = "admin-cards"
        case adminAnalytics = "admin-analytics"
        case adminCustom = "admin-custom"
        case adminWebhooks = "admin-webhooks"
        case adminDead = "admin-dead"
        case adminAudit = "admin-audit"
        case adminGroups = "admin-groups"
        case adminThemes = "admin-themes"
        case openapi

        var schema: JSONValue {
            switch self {
            case .card: CardSchema.ofFiles
            case .cards: OutputSchema.listedCard
            case .count: OutputSchema.count
            case .status: OutputSchema.status
            case .act: OutputSchema.act
            case .metrics: OutputSchema.metrics
            case .events, .watch: OutputSchema.event
            case .user: OutputSchema.user
            case .publish: OutputSchema.publish
            case .outcome: OutputSchema.outcome
            case .outcomes: OutputSchema.outcomes
            case .ask: OutputSchema.ask
            case .lint: OutputSchema.lint
            case .doctor: OutputSchema.doctor
            case .themes: OutputSchema.themes
            case .login: OutputSchema.login
            case .invite: OutputSchema.invite
            case .conversation: OutputSchema.conversation
            case .removal: OutputSchema.removal
            case .message: OutputSchema.message
            case .profile: OutputSchema.serviceProfile
            case .sourceEvent: OutputSchema.sourceEvent
            case .content: OutputSchema.content
            case .contact: OutputSchema.contact
            case .cart: OutputSchema.cart
            case .order: OutputSchema.order
            case .categories: OutputSchema.categories
            case .open: OutputSchema.openedLink
            case .attribution: OutputSchema.attribution
            case .push: OutputSchema.push
            case .flush: OutputSchema.flush
            case .sendEvent: OutputSchema.sentEvent
            case .adminStreams: OutputSchema.adminStream
            case .adminUsers: OutputSchema.adminUser
            case .adminCards: OutputSchema.adminCard
            case .adminAnalytics: OutputSchema.adminAnalytics
            case .adminCustom: OutputSchema.adminCustom
            case .adminWebhooks: OutputSchema.adminWebhook
            case .adminGroups: OutputSchema.adminGroup
            case .adminThemes: OutputSchema.adminTheme
            case .openapi: OpenAPIDocument.json
            case .adminDead: OutputSchema.adminDead
            case .adminAudit: OutputSchema.adminAudit
            }
        }
    }

    @Argument(help: "The subject to describe.")
    var subject = Subject.card

    func run() { Console.json(subject.schema, isPretty: true) }
}
