extension ActionProperties: JSONConvertible {
    /// `dismiss` and `snooze` may be a boolean that applies to both the shortcut and the menu; `voteUp` and `voteDown`
    /// may also be a boolean.
    public init(json: JSONValue) throws(CardProblem) {
        var fields = try FieldReader(json)
        let dismiss = Self.keyAndMenu("dismiss", &fields)
        let snooze = Self.keyAndMenu("snooze", &fields)
        self.init(
            isDismissSwipeEnabled: dismiss.swipe, isDismissOverflowEnabled: dismiss.overflow,
            isSnoozeSwipeEnabled: snooze.swipe, isSnoozeOverflowEnabled: snooze.overflow,
            voteUp: Self.vote("voteUp", &fields), voteDown: Self.vote("voteDown", &fields),
            overflowMenu: fields.choice("overflowMenu") ?? .overflow, isSwipeEnabled: fields.bool("swipe") ?? true)
        unknown = fields.unknown
    }

    private static func keyAndMenu(_ key: String, _ fields: inout FieldReader) -> (swipe: Bool, overflow: Bool) {
        if let both = fields.bool(key) { return (both, both) }
        return fields.nested(key) { ($0.bool("swipe") ?? true, $0.bool("overflow") ?? true) } ?? (true, true)
    }

    private static func vote(_ key: String, _ fields: inout FieldReader) -> VoteMenu {
        if let isEnabled = fields.bool(key) { return isEnabled ? .enabled(feedbackLabel: nil) : .disabled }
        let menu = fields.nested(key) { fields -> VoteMenu? in
            guard fields.bool("enabled") ?? true else { return .disabled }
            return .enabled(feedbackLabel: fields.string("feedbackLabel"))
        }
        return menu ?? .disabled
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.set("dismiss", Self.json(swipe: isDismissSwipeEnabled, overflow: isDismissOverflowEnabled))
        object.set("snooze", Self.json(swipe: isSnoozeSwipeEnabled, overflow: isSnoozeOverflowEnabled))
        object.set("voteUp", Self.json(voteUp))
        object.set("voteDown", Self.json(voteDown))
        object.set("overflowMenu", overflowMenu, unless: .overflow)
        object.set("swipe", isSwipeEnabled, unless: true)
        return object.including(unknown)
    }

    /// Always an object, so that unknown members can be merged into it.
    private static func json(swipe: Bool, overflow: Bool) -> JSONValue? {
        if swipe && overflow { return nil }
        return ["swipe": .bool(swipe), "overflow": .bool(overflow)]
    }

    private static func json(_ menu: VoteMenu) -> JSONValue? {
        switch menu {
        case .disabled: return nil
        case .enabled(let label):
            var object: JSONObject = ["enabled": true]
            object.set("feedbackLabel", label)
            return .object(object)
        }
    }
}
