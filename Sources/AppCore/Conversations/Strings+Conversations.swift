extension Strings {
    /// The questions that start a conversation.
    package enum NewConversation {
        package static let name = "New conversation: name"
        package static let nameHint = "What is it about? For example: Release 4.13"
        package static let noName = "A conversation needs a name"
        package static let people = "New conversation: who takes part"
        package static let peopleHint = "Names or ids, separated by commas; leave it empty to add people later"
        /// What the key does, after the key.
        package static let goOn = "continue"
        package static let start = "start"
        package static func started(_ name: String) -> String { "“\(name)” is open" }
        package static let notHere = "None of your feeds has conversations"
    }
}
