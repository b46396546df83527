internal import AppRuntime
internal import ArgumentParser
internal import CardStreamCordial
internal import Cards

/// `cardstream order`: records an order of the contact.
struct OrderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "order",
        abstract: "Record an order of the contact.",
        discussion: """
            The file is a JSON object with orderID, status, storeID, customerID, shippingAddress, billingAddress and \
            items; it can have purchaseDate, tax, shippingAndHandling and properties. Items have the same members as \
            in `cardstream cart set`. The order is attributed to the message whose link you followed last; see \
            `cardstream attribution`. The order replaces a waiting order with the same orderID.

            The order is stored on this machine first, so the command also works without a network. --json prints an \
            object, as `cardstream schema order` describes. Exit code 1: the service refused the order. 7: the order \
            is stored, and the next command or viewer of this profile sends it.

            EXAMPLES
              cardstream order order.json
              cardstream order - < order.json
            """)

    @OptionGroup var options: MessagingOptions

    @Argument(
        help: ArgumentHelp("The file with the order; - reads standard input.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var file: String

    func run() throws {
        let order = try CommerceFile(path: file).order()
        let client = try options.client()
        try runBlocking { try await client.commerce.send(order) }
        try options.sending.report(
            "recorded the order \(order.id)", of: .orders, try options.sending.send(client),
            ["order": .string(order.id)])
    }
}
