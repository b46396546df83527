/// The names of the profiles that messages and participants mention.
struct PeopleNames: Sendable, Equatable {
    /// The user.
    var me: String
    private var names: [String: String] = [:]
    /// Lowercased words that address the user after an `@`.
    private var mentions: Set<String> = []

    /// Those who can be added to a conversation, by name.
    private(set) var known: [String] = []
    /// Whether ``known`` are all there are.
    private(set) var areAllKnown = false

    /// Takes over whom the service has.
    mutating func know(_ profiles: [ComapiProfile], areAll: Bool) {
        for profile in profiles { set(profile) }
        known = profiles.map(\.id).filter { !$0.isEmpty && $0 != me }.sorted { (name($0), $0) < (name($1), $1) }
        areAllKnown = areAll
    }

    /// Those who can be added and whose name or id, or a word of the name, begins with a text, in any case of letters.
    func known(beginningWith text: String) -> [String] {
        let start = text.lowercased()
        guard !start.isEmpty else { return [] }
        return known.filter { id in
            let name = name(id).lowercased()
            return [id.lowercased(), name].contains { $0.hasPrefix(start) }
                || name.split(separator: " ").contains { $0.hasPrefix(start) }
        }
    }

    init(me: String) {
        self.me = me
        mentions = [me.lowercased()]
    }

    /// Whether a profile was asked for.
    func knows(_ profileID: String) -> Bool { names[profileID] != nil }

    mutating func set(_ profile: ComapiProfile) {
        names[profile.id] = profile.displayName.isEmpty ? profile.id : profile.displayName
        guard profile.id == me else { return }
        mentions = Set(
            [me, profile.firstName, profile.displayName.filter { $0 != " " }].compactMap { $0?.lowercased() }
                .filter { !$0.isEmpty })
    }

    /// A profile that cannot be read goes by its id.
    mutating func setUnknown(_ profileID: String) { names[profileID] = profileID }

    /// The name for people; "You" for the user.
    func name(_ profileID: String, or given: String? = nil) -> String {
        if profileID == me { return "You" }
        if let name = names[profileID], name != profileID { return name }
        if let given, !given.isEmpty { return given }
        return profileID.isEmpty ? "Unknown" : profileID
    }

    /// The same within a sentence.
    func nameInside(_ profileID: String) -> String { profileID == me ? "you" : name(profileID) }

    /// Whether a text addresses the user: `@` and a name, as a word.
    func isMentioned(in text: String) -> Bool {
        let words = text.lowercased().split { !($0.isLetter || $0.isNumber || "@._-".contains($0)) }
        return words.contains { word in
            guard word.first == "@" else { return false }
            let name = word.dropFirst()
            return mentions.contains(String(name))
                || mentions.contains(String(name.trimmingSuffix { ".-_".contains($0) }))
        }
    }
}

extension Substring {
    fileprivate func trimmingSuffix(_ isEnd: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, isEnd(last) { text.removeLast() }
        return text
    }
}
