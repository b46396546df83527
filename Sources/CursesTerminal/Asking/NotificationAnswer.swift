import Canvas

/// Parses what terminals send about desktop notifications (OSC 99,
/// sw.kovidgoyal.net/kitty/desktop-notifications).
enum NotificationAnswer {
    /// - Parameter content: The text after `OSC 99 ;`. Returns nil if it is not an answer to one of our sequences.
    static func reply(_ content: ArraySlice<UInt8>) -> TerminalReply? {
        guard let semicolon = content.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let keys = values(content[..<semicolon])
        let payload = String(decoding: content[(semicolon + 1)...], as: UTF8.self)
        guard let id = keys["i"] else { return nil }
        switch keys["p"] {
        case "?"?: return .notificationSupport(id: id, support(payload))
        case "close"?:
            // A terminal that cannot track its notifications reports this immediately.
            guard payload != "untracked", let id = NotificationID(id) else { return nil }
            return .notification(NotificationReply(id: id, action: .closed))
        case nil:
            guard let id = NotificationID(id) else { return nil }
            if payload.isEmpty { return .notification(NotificationReply(id: id, action: .activated)) }
            guard payload.utf8.count == 1, let number = Int(payload), number > 0 else { return nil }
            return .notification(NotificationReply(id: id, action: .button(number - 1)))
        case _?: return nil
        }
    }

    /// Buttons are useful only if presses are reported, and safe only if notifications can be closed before another
    /// program uses the terminal.
    private static func support(_ payload: String) -> NotificationSupport {
        let keys = values(Array(payload.utf8)[...])
        let types = words(keys["p"])
        let canClose = types.contains("close")
        return NotificationSupport(
            hasButtons: canClose && types.contains("buttons") && words(keys["a"]).contains("report"),
            reportsClosing: keys["c"] == "1", canClose: canClose)
    }

    private static func words(_ list: String?) -> [Substring] { list?.split(separator: ",") ?? [] }

    /// Parses keys and values of the form `k=v:k=v`.
    private static func values(_ text: ArraySlice<UInt8>) -> [String: String] {
        var values: [String: String] = [:]
        for pair in text.split(separator: UInt8(ascii: ":")) {
            let pair = pair.filter { $0 != 0x20 }
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
            values[String(decoding: pair[..<equals], as: UTF8.self)] =
                String(decoding: pair[(equals + 1)...], as: UTF8.self)
        }
        return values
    }
}
