import Cards
import Foundation
import Testing

@testable import MessageHTML

/// Which parts of HTML are shown, and how.
@Suite struct HTMLContentTests {
    private func components(_ html: String) -> [Card.Component] { HTMLContent(html).readable }

    private func texts(_ html: String) -> [String] {
        components(html).compactMap { if case .text(let block) = $0 { block.text } else { nil } }
    }

    @Test(
        arguments: [
            ("<p>One</p><p>Two\n  lines</p>", ["One", "Two lines"]),
            ("<div>One<div>Two</div>Three</div>", ["One", "Two", "Three"]),
            ("One<br>Two<br><br>Three<br>", ["One\\\nTwo\\\nThree"]),
            ("<p>a <b>bold</b> and <i>slanted <b>both</b></i> end</p>", ["a **bold** and *slanted* ***both*** end"]),
            ("<b> spaced </b>out", ["**spaced** out"]),
            ("in<b>side</b> (<b>\"quoted\"</b>)", [#"in**side** \(**"quoted"**\)"#]),
            (
                "<p>5 * 3 = 15 # 1. x_y [z] &lt;b&gt; &amp;copy;</p>",
                [##"5 \* 3 \= 15 \# 1\. x\_y \[z\] \<b\> \&copy;"##]
            ),
            (
                "<a href=\"https://shop.example/a b?x=1&amp;y=2\">Shop <b>now</b></a>!",
                [#"[Shop](<https://shop.example/a%20b?x=1&y=2>) **[now](<https://shop.example/a%20b?x=1&y=2>)**\!"#]
            ),
            ("<pre>one\n  two</pre>", ["one\\\ntwo"]),
            (
                "<table><tr><th>Size</th><th>Price</th></tr><tr><td>M</td><td>5</td></tr></table>",
                ["Size · Price", "M · 5"]
            ),
            ("<table><tr><td>Left</td><td>Right</td></tr></table>", ["Left", "Right"]),
            ("&nbsp;Ünïcödé &#x1F600;&nbsp;", ["Ünïcödé 😀"]), ("", []), ("   \n ", []), ("no markup", ["no markup"]),
            ("<p>unclosed <b>tags <i>everywhere", ["unclosed **tags** ***everywhere***"]),
        ] as [(String, [String])]) func `text keeps words, emphasis and lines`(html: String, expected: [String])
    {
        #expect(texts(html) == expected)
    }

    @Test func `the address of a button has no blanks`() throws {
        let content = HTMLContent("<a href='https://shop.example/a b'>Go</a>", linksAreButtons: true)
        guard case .button(let button)? = content.parts.first else { throw ContentError() }
        #expect(button.action == .link("https://shop.example/a%20b"))
    }

    private struct ContentError: Error {}

    @Test func `headings and lists are components`() {
        let html = """
            <h1>Sale &amp; more</h1><h4>Small</h4>
            <ol><li>One<ul><li>Nested <b>item</b></li></ul></li><li>Two</li></ol>
            """
        #expect(
            components(html) == [
                .headline(Card.Headline(text: #"Sale \& more"#, appearance: .h1)),
                .headline(Card.Headline(text: "Small", appearance: .h3)),
                .list(
                    Card.ListBlock(
                        style: .ordered,
                        items: [.init(text: "One", items: [.init(text: "Nested **item**")]), .init(text: "Two")])),
            ])
    }

    @Test func `nested items replace an item without text`() {
        let html =
            "<ul><li><ol><li>One<li>Two</ol><li>Three<ul><li> <ul><li>Four</ul></ul></ul><ul><li><ul><li></ul></ul>"
        let items = [
            Card.ListBlock.Item(text: "One"), .init(text: "Two"), .init(text: "Three", items: [.init(text: "Four")]),
        ]
        #expect(components(html) == [.list(Card.ListBlock(style: .unordered, items: items))])
    }

    private static let units = [
        "word ", "letters", "*", "👩\u{200D}👩\u{200D}👧\u{200D}👦", "e\u{301}\u{301}\u{301}\u{301}", "<b>a</b>b",
        "<a href='https://shop.example/\(String(repeating: "<", count: 1900))'>x</a>", "<td></td>", "<br>a",
    ]

    @Test(
        arguments: [
            "<p>", "<ul><li>", "<h1>", "<pre>", "<table><tr><th>", "<button>", "<label>", "<textarea>",
            "<select><option>",
        ],
        units)
    func `any text length results in a valid card`(start: String, unit: String) {
        let found = components(start + String(repeating: unit, count: 60_000 / unit.utf8.count))
        for component in found {
            // Long lists are divided later.
            let problems = CardValidation.problems(in: CardBody(components: [component]).encoded())
            #expect(problems.filter { !$0.pointer.isEmpty } == [])
        }
    }

    @Test(arguments: [
        "<input name=a title='T'>", "<img alt='T' src='https://shop.example/a.png'>", "<a href=''><img alt='T'></a>",
    ])
    func `any attribute length results in a valid card`(html: String) {
        let long = html.replacingOccurrences(of: "T", with: String(repeating: "👩\u{200D}👧 ", count: 10_000))
        for component in components(long) {
            #expect(CardValidation.problems(in: CardBody(components: [component]).encoded()) == [])
        }
    }

    @Test func `a picture is a row that loads when it is pressed`() {
        let found = components(#"<img src="https://shop.example/polo.png" alt="A *polo*" width="600">"#)
        guard case .media(let media)? = found.first else { Issue.record("\(found)"); return }
        #expect(media.layout == .text && media.url == "https://shop.example/polo.png" && media.label == #"A \*polo\*"#)
    }

    @Test func `the address of a picture has no blanks`() {
        let found = components("<img src='https://shop.example/a b.png' alt=a>")
        guard case .media(let media)? = found.first else { Issue.record("\(found)"); return }
        #expect(media.url == "https://shop.example/a%20b.png")
    }

    @Test func `tracking pixels are not shown`() {
        #expect(components(#"<img src="https://track.example/1.gif" width="1" height="1">"#).isEmpty)
        #expect(components(#"<div style="display: none">Preheader</div><p hidden>Hidden</p>"#).isEmpty)
    }

    // MARK: Hostile

    @Test(arguments: [
        "<script>alert('x')</script>", "<style>p { color: red }</style>", "<template><p>t</p></template>",
        "<!-- comment -->", "<head><title>t</title></head>", "<math><mi>x</mi></math>",
    ]) func `scripts, styles and templates are never shown`(html: String) {
        #expect(components(html + "<p>Shown</p>").count == 1)
    }

    @Test(
        arguments: [
            (
                "<video src=x>none</video><video></video><iframe src='https://x.example'>y</iframe>",
                "Not shown: 2 videos, an embedded page"
            ),
            ("<svg><text>x</text><script>y</script></svg><audio></audio>", "Not shown: a sound, a drawing"),
            (
                "<a href='javascript:alert(1)'>a</a> <a href='tel:1'>b</a>",
                "Not shown: 2 links that can't be opened here"
            ),
            ("<input type=password><input type=file>", "Not shown: a field for a password, a field for a file"),
        ] as [(String, String)]) func `what cannot be shown is told`(html: String, note: String)
    {
        #expect(texts(html).last == note)
    }

    @Test(arguments: [
        "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "vbscript:x", "//shop.example", "/path",
        "https://", " ",
    ]) func `no link leads to what is not opened`(address: String) {
        let shown = components(
            "<a href=\"\(address)\">x</a><img src=\"\(address)\"><form action=\"\(address)\">y</form>")
        #expect(!shown.contains { if case .media = $0 { true } else { false } })
        #expect(!shown.map { "\($0)" }.joined().contains("](<"))
    }

    @Test func `no text can break out of its position in the markup`() throws {
        let words = #"](<https://evil.example>) **b** `c` <b> # - 1. ![x](y) \ {{name}} &#27;[31m"#
        let html = "<h1>\(words)</h1><p>\(words)</p><ul><li>\(words)</li></ul><a href='https://a.example'>\(words)</a>"
        let found = components(html)
        for text in found.map({ "\($0)" }) { #expect(!text.contains("](<https://evil.example>")) }
        #expect(try CardBody.decode(CardBody(components: found).encoded()).components == found)
    }

    private static let hostile: [String] = {
        func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
        let fonts = (0..<3000).map { "<font color=\($0)>" }.joined()
        return [
            many("<div>", 50_000), many("<b>", 80_000) + "x", many("<ul><li>", 30_000) + "x",
            many("<table><tr><td>", 15_000), fonts + many("<p>x", 40_000), many("<a href='https://x.example/'>y", 8000),
            many("<select><option>", 9000), many("&#0;\u{0}\u{1B}]0;x\u{07}", 10_000), many("<label><button>", 9000),
            many("x", 600_000), many("<input onclick='crdlAction(('>", 6000),
        ]
    }()

    @Test(arguments: hostile.indices) func `a hostile document is read quickly and results in a valid card`(index: Int)
        throws
    {
        let start = ContinuousClock.now
        let content = HTMLContent(Self.hostile[index])
        #expect(start.duration(to: .now) < .seconds(20))
        #expect(content.parts.count < 100_000)
        for part in content.parts {
            guard case .component(let component) = part else { continue }
            #expect(component.json.pointer(deeperThan: CardLimits.depth) == nil)
        }
    }

    // MARK: Forms

    @Test func `fields have the names that people read`() {
        let html = """
            <form><label for="e">E-mail</label><input id="e" type="email" required placeholder="you@example.com">
            <label>Size <select id="s"><option value="m">Medium</option><option selected>Large</option></select></label>
            <label><input type="checkbox" id="c" checked> I agree</label>
            <input type="radio" id="r1" name="r" checked><label for="r1">One</label>
            <input type="number" id="n" value="3"><textarea id="t">Some text</textarea>
            <input type="hidden" id="h" value="v"><input type="submit" value="Send"></form>
            """
        let fields = HTMLContent(html).parts.compactMap { if case .field(let field) = $0 { field } else { nil } }
        #expect(fields.map(\.key) == ["e", "s", "c", "r1", "n", "t", "h"])
        #expect(fields.prefix(4).map(\.label) == ["E-mail", "Size", "I agree", "One"])
        #expect(fields[0].isRequired && fields[0].placeholder == "you@example.com")
        #expect(
            fields[1].kind
                == .choice(
                    [.init(value: "m", label: "Medium"), .init(value: "Large", label: "Large")], defaultValue: "Large"))
        #expect(fields[2].kind == .toggle(isOn: true) && fields[3].kind == .radio(group: "r", isOn: true))
        #expect(fields[4].kind == .number(defaultValue: "3"))
        #expect(fields[5].kind == .text(defaultValue: "Some text", lines: 4))
        #expect(fields[6].kind == .hidden(value: "v"))
        #expect(HTMLContent(html).parts.last == .button(HTMLButton(label: "Send", action: .none)))
    }

    @Test func `text directly behind a radio button or a checkbox without a label names it`() {
        let html = """
            <p>Pick one</p><input type=radio id=z1 name=z>Z <b>1</b><br><input type=radio id=z2 name=z checked> Z2
            <input type=checkbox id=c>I agree<p>More</p><input type=checkbox id=d aria-label="Daily">Each day
            <label for=e>E</label><input type=checkbox id=e>Not its name<div><input type=radio id=f></div><div>Below</div>
            """
        let parts = HTMLContent(html).parts
        let fields = parts.compactMap { if case .field(let field) = $0 { field } else { nil } }
        #expect(fields.map(\.label) == ["Z 1", "Z2", "I agree", "Daily", "E", "f"])
        let texts = parts.compactMap { if case .component(.text(let block)) = $0 { block.text } else { nil } }
        #expect(texts == ["Pick one", "More", "Each day", "Not its name", "Below"])
    }

    @Test(
        arguments: [
            (
                "<button onclick=\"crdlAction('https://shop.example', 'seen')\">Go</button>",
                .call("crdlAction", arguments: ["https://shop.example", "seen"])
            ),
            (
                "<a href=\"javascript:crdlAction(null, 'closed');\">Go</a>",
                .call("crdlAction", arguments: [nil, "closed"])
            ),
            (
                "<div onclick='return window.crdlCaptureAllInputs(\"answered\")'>Go</div>",
                .call("crdlCaptureAllInputs", arguments: ["answered"])
            ),
            (#"<button onclick="crdlAction('it\'s')">Go</button>"#, .call("crdlAction", arguments: ["it's"])),
            ("<button onclick='crdlAction()'>Go</button>", .call("crdlAction", arguments: [])),
            ("<button onclick='steal(\"x\")'>Go</button>", .none), ("<button>Go</button>", .none),
        ] as [(String, HTMLButton.Action)]) func `a button does what its script calls`(
            html: String, action: HTMLButton.Action
        )
    {
        #expect(HTMLContent(html).parts == [.button(HTMLButton(label: "Go", action: action))])
    }

    @Test func `a read-only form says so`() {
        #expect(
            texts("<input id=e aria-label='E-mail'><button>Send</button>") == [
                #"Field: E\-mail"#, "Button: Send", "Fields and buttons of this page can't be used here",
            ])
    }
}
