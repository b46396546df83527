/// The names of the profiles that messages and participants mention.
struct PeopleNames: Sendable, Equatable {
    /// The user.
    var me: String
    private var names: [String: String] = [:]
    /// The lowercased words that mention the user after an `@`.
    private var mentions: Set<String> = []

    /// The ids of the profiles that can be added to a conversation, sorted by name.
    private(set) var known: [String] = []
    /// Whether ``known`` contains every profile of the service.
    private(set) var areAllKnown = false

    /// Sets the profiles that the service has returned.
    ///
    /// - Parameter areAll: Whether these are all profiles.
    mutating func know(_ profiles: [ComapiProfile], areAll: Bool) {
        for profile in profiles { set(profile) }
        known = profiles.map(\.id).filter { !$0.isEmpty && $0 != me }.sorted { (name($0), $0) < (name($1), $1) }
        areAllKnown = areAll
    }

    /// The ids in ``known`` of profiles whose id or name, or a word of the name, begins with a text. Ignores case.
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

    /// Whether the name of a profile was requested, even if it was not found.
    func knows(_ profileID: String) -> Bool { names[profileID] != nil }

    mutating func set(_ profile: ComapiProfile) {
        names[profile.id] = profile.displayName.isEmpty ? profile.id : profile.displayName
        guard profile.id == me else { return }
        mentions = Set(
            [me, profile.firstName, profile.displayName.filter { $0 != " " }].compactMap { $0?.lowercased() }
                .filter { !$0.isEmpty })
    }

    /// Uses the id as the name of a profile that cannot be read.
    mutating func setUnknown(_ profileID: String) { names[profileID] = profileID }

    /// The name to show; "You" for the user.
    func name(_ profileID: String, or given: String? = nil) -> String {
        if profileID == me { return "You" }
        if let name = names[profileID], name != profileID { return name }
        if let given, !given.isEmpty { return given }
        return profileID.isEmpty ? "Unknown" : profileID
    }

    /// The name to show inside a sentence; "you" for the user.
    func nameInside(_ profileID: String) -> String { profileID == me ? "you" : name(profileID) }

    /// Whether a text mentions the user: a word that is `@` and one of the user's names.
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
