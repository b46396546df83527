package import AppCore

/// Parses rules and quiet hours from the configuration.
extension NotificationRules {
    /// Parses rules such as `1-2 notify+bell, 3-5 notify, 6-10 off`; nil if the text is not valid.
    package static func rules(_ text: String) -> [Rule]? {
        var rules: [Rule] = []
        for part in text.split(separator: ",") {
            let words = part.split(separator: " ")
            guard words.count == 2, let priorities = range(words[0]) else { return nil }
            var rule = Rule(priorities: priorities, notifies: false, rings: false)
            for way in words[1].split(separator: "+", omittingEmptySubsequences: false) {
                switch way {
                case "notify": rule.notifies = true
                case "bell": rule.rings = true
                case "off" where words[1] == "off": break
                default: return nil
                }
            }
            rules.append(rule)
        }
        return rules
    }

    /// Parses a range such as `22:00-07:00`; nil if the text is not valid.
    package static func quietHours(_ text: String) -> QuietHours? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(minute)
        guard ends.count == 2, let start = ends[0], let end = ends[1], start != end else { return nil }
        return QuietHours(start: start, end: end)
    }

    private static func range(_ text: Substring) -> ClosedRange<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first >= 1,
            first <= last, last <= 10
        else { return nil }
        return first...last
    }

    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hour = Int(parts[0]),
            let minute = Int(parts[1]), (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }
}
