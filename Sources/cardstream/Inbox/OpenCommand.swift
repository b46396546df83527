internal import AppRuntime
internal import ArgumentParser
internal import CardStreamCordial
internal import Cards

/// `cardstream open`: opens a link of a message.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a link of a message, and count the click.",
        discussion: """
            Prints the address that the link leads to, and opens it with $BROWSER, or else with the desktop's program \
            for links. The hosts in the setting `vanity_domains` count clicks and redirect: the command asks such a \
            host for the target of the link. If the host cannot be reached, the link itself is opened. What you do \
            next is attributed to the message of the link; see `cardstream attribution`. The command first stores on \
            this machine an event that records the click, so it also works without a network.

            With --browser, the web page that opens records the attribution, and the attribution on this machine does \
            not change. --json prints an object, as `cardstream schema open` describes. Exit code 1: the link cannot \
            be opened. 7: the event is stored, and the next command or viewer of this profile sends it.

            EXAMPLES
              cardstream open https://click.shop.example/x7
              cardstream open https://click.shop.example/x7 --print
            """)

    @OptionGroup var options: MessagingOptions

    @Flag(help: "Open the link itself; the web page will record the attribution.")
    var browser = false

    @Flag(help: "Print the address without opening it.")
    var print = false

    @Argument(help: ArgumentHelp("The link.", valueName: "url"))
    var url: String

    func run() throws {
        if let problem = LinkAddress.problem(url) { throw CommandFailure(.failure, "not opened: \(problem)") }
        let setup = try options.profile.load()
        let client = try MessagingOptions.client(of: options.name, in: setup)
        let (url, isForBrowser) = (url, browser)
        let (link, address) = try runBlocking {
            let link = try await client.links.open(url)
            return (link, isForBrowser ? try await client.links.openInBrowser(link) : link.url)
        }
        let outcome = try options.sending.send(client)
        var members: JSONObject = ["url": .string(address), "link": .string(link.original)]
        if !print {
            switch LinkOpener(environment: setup.variables).open(address) {
            case .opened: members["opened"] = true
            case .nothingOpens: members["opened"] = false
            case .refused(let reason): throw CommandFailure(.failure, reason)
            }
        }
        try options.sending.report(address, of: .events, outcome, members, isData: true)
    }
}
