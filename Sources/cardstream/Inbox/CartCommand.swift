internal import AppRuntime
internal import ArgumentParser
internal import CardStreamCordial
internal import Cards

/// `cardstream cart`: sets or empties the contact's cart.
struct CartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cart",
        abstract: "Set or empty the contact's cart.",
        discussion: """
            A new cart replaces the previous cart; if several carts wait to be sent, only the newest is sent. The cart \
            is stored on this machine first, so the command also works without a network. --json prints an object, as \
            `cardstream schema cart` describes.

            Exit code 1: the service refused the cart. 7: the cart is stored, and the next command or viewer of this \
            profile sends it.

            EXAMPLES
              cardstream cart set cart.json
              cardstream cart clear
            """, subcommands: [CartSet.self, CartClear.self])

    /// Stores a cart, and sends it.
    static func set(_ items: [CartItem], _ options: MessagingOptions) throws {
        let client = try options.client()
        try runBlocking { try await client.commerce.setCart(items) }
        try options.sending.report(
            items.isEmpty
                ? "emptied the cart" : "set the cart, \(items.count == 1 ? "1 item" : "\(items.count) items")",
            of: .cart, try options.sending.send(client), ["items": .number(JSONNumber(items.count))])
    }
}

struct CartSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Replace the cart with the items in a file.",
        discussion: """
            The file is a JSON array of items, or an object with this array as its member cartitems. An item has \
            productID, name, sku, category and qty; it can have url, description, itemPrice, salePrice, attr, images, \
            properties and timestamp.

            EXAMPLES
              cardstream cart set cart.json
              jq -n '[{productID:"1",name:"Lamp",sku:"l",category:"home",qty:1}]' |
                cardstream cart set -
            """)

    @OptionGroup var options: MessagingOptions

    @Argument(
        help: ArgumentHelp("The file with the items; - reads standard input.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var file: String

    func run() throws { try CartCommand.set(try CommerceFile(path: file).items(), options) }
}

struct CartClear: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Empty the cart.",
        discussion: """
            EXAMPLES
              cardstream cart clear
            """)

    @OptionGroup var options: MessagingOptions

    func run() throws { try CartCommand.set([], options) }
}
