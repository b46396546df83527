extension Strings {
    /// Texts of the prompts that start a conversation.
    package enum NewConversation {
        package static let name = "New conversation: name"
        package static let nameHint = "What is it about? For example: Release 4.13"
        package static let noName = "A conversation needs a name"
        package static let people = "New conversation: participants"
        package static let peopleHint = "Names or ids, separated by commas; leave empty to add people later"
        /// The label of the Enter key in a prompt.
        package static let goOn = "continue"
        package static let start = "start"
        package static func started(_ name: String) -> String { "Conversation “\(name)” started" }
        package static let notHere = "None of your sources has conversations"
    }
}
