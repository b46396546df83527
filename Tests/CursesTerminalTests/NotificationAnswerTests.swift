import Canvas
import Glibc
import Testing

@testable import CursesTerminal

/// Desktop notifications that can be answered.
extension CursesTerminalTests {
    private static let support = "a=focus,report:o=always,unfocused,invisible:u=0,1,2:p=title,body,?,close,buttons:c=1"

    private func notifying(_ device: PseudoTerminal, _ support: String? = support) throws -> CursesTerminal {
        let (terminal, _) = try featured(device)
        let answer = support.map { "\u{1B}]99;i=\(terminal.features.questionID.string):p=?;\($0)\u{1B}\\" } ?? ""
        device.type(answer + "\u{1B}[?62c")
        #expect(terminal.readInput() == [])
        _ = device.output()
        return terminal
    }

    private static func notification(_ id: NotificationID = NotificationID()) -> DesktopNotification {
        DesktopNotification(id: id, title: "New card", body: "Release?", buttons: ["Yes", "No"])
    }

    @Test func `a notification contains its buttons, and its responses are events`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try notifying(device)
        #expect(
            terminal.notificationSupport
                == NotificationSupport(hasButtons: true, reportsClosing: true, canClose: true))
        let notification = Self.notification()
        let id = notification.id.string
        terminal.show(notification)
        #expect(
            device.output()
                == "\u{1B}]99;i=\(id):e=1:d=0:p=title:a=focus,report:c=1;TmV3IGNhcmQ=\u{1B}\\"
                + "\u{1B}]99;i=\(id):e=1:d=0:p=buttons;WWVz4oCoTm8=\u{1B}\\"
                + "\u{1B}]99;i=\(id):e=1:d=1:p=body;UmVsZWFzZT8=\u{1B}\\")
        device.type("j\u{1B}]99;i=\(id);2\u{1B}\\")
        #expect(
            terminal.readInput() == [
                .key(KeyChord(.character("j"))),
                .notification(NotificationReply(id: notification.id, action: .button(1))),
            ])
        device.type("\u{1B}]99;i=\(id);\u{1B}\\\u{1B}]99;i=\(id):p=close;\u{1B}\\")
        #expect(
            terminal.readInput() == [
                .notification(NotificationReply(id: notification.id, action: .activated)),
                .notification(NotificationReply(id: notification.id, action: .closed)),
            ])
        // The notification has ended, so its report is ignored.
        device.type("\u{1B}]99;i=\(id);1\u{1B}\\")
        #expect(terminal.readInput() == [])
    }

    @Test func `any other response is ignored`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try notifying(device)
        let notification = Self.notification()
        terminal.show(notification)
        let id = notification.id.string
        let other = NotificationID().string
        for garbage in [
            "i=\(other);1", "i=\(id);0", "i=\(id);-1", "i=\(id);x", "i=\(id);12", "i=\(id.dropLast());1", "i=1;1", ";1",
            "i=\(id):p=alive;\(id)", "i=\(id):p=close;untracked", "i=\(id)", "", "i=\(id.uppercased());1",
            "i=\(id):p=title;1", "i=\(terminal.features.questionID.string);1",
        ] {
            device.type("\u{1B}]99;\(garbage)\u{1B}\\")
            #expect(terminal.readInput() == [], "\(garbage)")
        }
    }

    @Test func `no text of a card controls the terminal or the protocol`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try notifying(device)
        let hostile = "a\u{1B}\\\u{1B}]0;evil\u{07};i=x:p=close\u{2028}b\n\u{9C}"
        terminal.show(
            DesktopNotification(
                id: NotificationID(), title: SafeText(hostile), body: SafeText(hostile), buttons: [SafeText(hostile)]))
        let sent = device.output()
        #expect(!sent.contains("evil") && !sent.contains("\u{07}") && !sent.contains("\u{2028}"))
        let labels = try #require(sent.firstMatch(of: /p=buttons;([A-Za-z0-9+\/=]*)/)).1
        // Only one button, because the separator in its label has been removed.
        #expect(!Self.decoded(String(labels)).contains("\u{2028}"))
    }

    private static func decoded(_ base64: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var bits = 0
        var count = 0
        var bytes: [UInt8] = []
        for character in base64 {
            guard let value = alphabet.firstIndex(of: character) else { continue }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> count & 255))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("p=title,body,?,close:a=focus,report", false, true), ("p=title,body,buttons:a=focus,report", false, false),
        ("p=title,body,buttons,close:a=focus", false, true), ("", false, false), ("p==:=;;x=close", false, false),
    ])
    func `buttons need a terminal that reports presses and can close`(reply: String, hasButtons: Bool, canClose: Bool)
        throws
    {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try notifying(device, reply)
        let support = terminal.notificationSupport
        #expect(support?.hasButtons ?? false == hasButtons && support?.canClose ?? false == canClose)
        terminal.show(Self.notification())
        let sent = device.output()
        #expect(!sent.contains("p=buttons") && !sent.contains("report") && !sent.contains("c=1"))
    }

    @Test func `without a response, notifications have no buttons`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try notifying(device, nil)
        #expect(terminal.notificationSupport == nil)
        terminal.show(Self.notification())
        #expect(device.output() == "")
        // The response to another program's query is ignored.
        device.type("\u{1B}]99;i=\(NotificationID().string):p=?;\(Self.support)\u{1B}\\")
        _ = terminal.readInput()
        #expect(terminal.notificationSupport == nil)
        // A late response still counts.
        device.type("\u{1B}]99;i=\(terminal.features.questionID.string):p=?;\(Self.support)\u{1B}\\")
        _ = terminal.readInput()
        #expect(terminal.notificationSupport != nil)
    }

    @Test func `notifications are closed before another program has the terminal, which gets no response about them`()
        throws
    {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try notifying(device)
        let notification = Self.notification()
        let id = notification.id.string
        terminal.show(notification)
        _ = device.output()
        device.type("\u{1B}]99;i=\(id):p=close;\u{1B}\\")
        terminal.release()
        #expect(device.waitingInput == "")
        #expect(device.output().contains("\u{1B}]99;i=\(id):p=close;\u{1B}\\"))
        terminal.reclaim()
        _ = device.output()
        device.type("\u{1B}]99;i=\(id);1\u{1B}\\")
        #expect(terminal.readInput() == [])
    }

    @Test func `a notification that was answered elsewhere is closed once`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try notifying(device)
        let notification = Self.notification()
        terminal.show(notification)
        _ = device.output()
        terminal.closeNotification(notification.id)
        #expect(device.output() == "\u{1B}]99;i=\(notification.id.string):p=close;\u{1B}\\")
        terminal.closeNotification(notification.id)
        terminal.closeNotification(NotificationID())
        #expect(device.output() == "")
    }

    @Test func `notification ids have the expected form and differ`() {
        let ids = (0..<100).map { _ in NotificationID() }
        #expect(Set(ids).count == 100)
        for id in ids { #expect(NotificationID(id.string) == id) }
        #expect(NotificationID(random: 1, .max).string == "cardstream-0000000000000001ffffffffffffffff")
        for text in ["", "cardstream-", "cardstream-0000000000000001FFFFFFFFFFFFFFFF", "cardstream-1"] {
            #expect(NotificationID(text) == nil)
        }
    }
}
