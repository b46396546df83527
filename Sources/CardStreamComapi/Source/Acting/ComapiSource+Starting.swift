import Basics
public import CardSources
public import Cards

import struct Foundation.UUID

extension ComapiSource: ConversationStarter {
    /// Creates a private conversation. The user becomes an owner.
    public func startConversation(
        named name: String, with people: [String], in stream: StreamID
    ) async throws(SourceError) -> CardID {
        try check(stream)
        try await begin()
        var members: [Participant] = []
        for person in people {
            let id = try await profile(called: person)
            if id != self.people?.me, !members.contains(where: { $0.profileID == id }) {
                members.append(Participant(id))
            }
        }
        let conversation = NewConversation(id: UUID().uuidString.lowercased(), name: name, participants: members)
        do throws(ComapiError) { _ = try await client.conversations.create(conversation) } catch {
            throw SourceError(error)
        }
        await load(conversation.id)
        return Self.cardID(of: conversation.id)
    }

    /// Finds the id of the profile that the user entered. Compares it with ids first, then with first, last and full
    /// names, and then with the beginnings of ids and names.
    ///
    /// - Throws: ``SourceError`` if no profile or more than one matches, or a request fails.
    private func profile(called person: String) async throws(SourceError) -> String {
        let words = person.split { $0.isWhitespace }.map(String.init)
        var queries = [[ProfileQuery.Term.equals("id", person)]]
        if words.count == 1 { queries += ["firstName", "lastName"].map { [.equals($0, person)] } }
        for place in words.indices.dropFirst() {
            queries.append([
                .equals("firstName", words[..<place].joined(separator: " ")),
                .equals("lastName", words[place...].joined(separator: " ")),
            ])
        }
        var found: Set<String> = []
        for query in queries {
            do throws(ComapiError) {
                found.formUnion(try await client.profiles.find(ProfileQuery(query, limit: 5)).map(\.id))
            } catch { throw SourceError(error) }
            // A matching id takes precedence over names.
            if found.contains(person) { return person }
        }
        if found.isEmpty {
            await lookUpPeople()
            found = Set(people?.known(beginningWith: person) ?? [])
        }
        if let only = found.first, found.count == 1 { return only }
        let quoted = "\"\(person)\""
        let reason =
            found.isEmpty
            ? "No person has the id or name \(quoted); `cardstream profiles` lists the people"
            : "\(quoted) matches several people; enter one of the ids \(found.sorted().joined(separator: ", "))"
        throw .refused(SourceRefusal(.badAction, detail: reason.escapingControls, field: "/people"))
    }
}
