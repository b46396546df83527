import Cards

import struct Foundation.Date

/// The content of an event, with one case for each name that the service sends.
enum EventContent: Sendable {
    case socketInfo(socketID: String)
    case profileUpdate(profileID: String, changes: JSONObject, version: Version)
    case conversationCreate(ConversationSnapshot, [Participant])
    case conversationUpdate(ConversationSnapshot)
    case conversationDelete(ConversationSnapshot, on: Date)
    case conversationUndelete(ConversationSnapshot)
    case participantAdded(Participant, conversationID: String)
    case participantUpdated(Participant, conversationID: String)
    case participantRemoved(profileID: String, conversationID: String)
    case typing(Bool, profileID: String, conversationID: String)
    case messageSent(EmulatedMessage)
    case messageStatus(StatusUpdate)

    var name: String {
        switch self {
        case .socketInfo: "socket.info"
        case .profileUpdate: "profile.update"
        case .conversationCreate: "conversation.create"
        case .conversationUpdate: "conversation.update"
        case .conversationDelete: "conversation.delete"
        case .conversationUndelete: "conversation.undelete"
        case .participantAdded: "conversation.participantAdded"
        case .participantUpdated: "conversation.participantUpdated"
        case .participantRemoved: "conversation.participantRemoved"
        case .typing(true, _, _): "conversation.participantTyping"
        case .typing(false, _, _): "conversation.participantTypingOff"
        case .messageSent: "conversationMessage.sent"
        case .messageStatus(let update): "conversationMessage.\(update.status.rawValue)"
        }
    }
}
