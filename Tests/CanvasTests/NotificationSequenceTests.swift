import Canvas
import Testing

struct NotificationSequenceTests {
    private let nasty = SafeText(["x\u{1B}]52;c;AAAA\u{07}", ";4;1\u{9C}"].joined())

    @Test(arguments: NotificationSequence.allCases)
    func `text can neither end the escape sequence nor begin another`(sequence: NotificationSequence) {
        let text = sequence.text(title: nasty, body: nasty)
        let count = sequence == .osc99 ? 2 : 1
        #expect(text.unicodeScalars.count { $0 == "\u{1B}" } == 2 * count)
        #expect(!text.unicodeScalars.contains { $0 == "\u{07}" || $0 == "\u{9C}" })
    }

    @Test func `each notification protocol has its documented form`() {
        #expect(NotificationSequence.osc777.text(title: "A;b", body: "c") == "\u{1B}]777;notify;A,b;c\u{1B}\\")
        #expect(NotificationSequence.osc9.text(title: "A", body: "b;c") == "\u{1B}]9;A: b,c\u{1B}\\")
        #expect(
            NotificationSequence.osc99.text(title: "A", body: "b")
                == "\u{1B}]99;i=cardstream:e=1:d=0:p=title;QQ==\u{1B}\\\u{1B}]99;i=cardstream:e=1:d=1:p=body;Yg==\u{1B}\\"
        )
    }

    @Test func `a long text is cut`() {
        let long = SafeText(String(repeating: "a", count: 5000))
        #expect(NotificationSequence.osc777.text(title: long, body: long).count < 450)
    }
}
