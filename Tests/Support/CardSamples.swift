/// Card JSON for tests: valid samples that together use every component, input, action and rule, and invalid ones with
/// the position of the mistake.
package enum CardSamples {
    package struct Sample: Sendable, CustomStringConvertible {
        package var name: String
        package var text: String
        /// The JSON pointer to the first problem; empty for a valid sample.
        package var pointer: String

        package var description: String { name }

        init(_ name: String, _ text: String, at pointer: String = "") {
            self.name = name
            self.text = text
            self.pointer = pointer
        }

        /// A sample with this component as the only content of a card.
        static func component(_ name: String, _ text: String, at pointer: String = "") -> Sample {
            Sample(name, #"{"content":[\#(text)]}"#, at: "/content/0" + pointer)
        }

        static func button(_ name: String, _ action: String, at pointer: String = "") -> Sample {
            component(
                name, #"{"type":"buttons","buttons":[{"text":"b","action":\#(action)}]}"#,
                at: "/buttons/0/action" + pointer)
        }

        static func answered(_ name: String, _ text: String, at pointer: String = "") -> Sample {
            Sample("answered \(name)", #"{"content":[],"answered":\#(text)}"#, at: "/answered" + pointer)
        }

        static func input(_ name: String, _ type: String, _ rest: String = "", at pointer: String = "") -> Sample {
            component(name, #"{"type":"\#(type)","name":"n"\#(rest.isEmpty ? "" : ",")\#(rest)}"#, at: pointer)
        }
    }

    /// A realistic card of about 1 KiB.
    package static let rich = Array(
        """
        {"lifecycleId":"expense-4711","template":{"id":"expense","name":"Expense approval"},"priority":2,
        "expiresAt":"2026-02-01T00:00:00Z","metadata":{"amount":42.25,"currency":"EUR"},
        "actions":{"voteUp":true,"voteDown":{"feedbackLabel":"What is wrong?"},"dismiss":{"swipe":false}},
        "content":[{"type":"category","text":"Finance","subText":"Expenses","icon":"credit-card"},
        {"type":"headline","text":"Approve 42.50 EUR for lunch"},
        {"type":"text","text":"Ana Lima asks for a refund. **Lunch with a client**, 3 people. [Receipt](https://example.com/r/1)","expand":3},
        {"type":"list","items":["Starter","Main course",{"text":"Drinks","items":["Water","Coffee"]}]},
        {"type":"textInput","name":"comment","label":"Comment","validation":["required",{"rule":"maximumLength","value":280}]},
        {"type":"buttons","buttons":[{"text":"Approve","icon":"check","action":{"type":"submit","name":"approve"}},
        {"text":"Later","style":"secondary","action":{"type":"snooze","for":"PT1H"}},
        {"text":"Details","style":"secondary","action":{"type":"subview","subview":"details"}}]}],
        "subviews":{"details":{"title":"Details","content":[{"type":"text","text":"Nothing more."}]}}}
        """.utf8)

    package static let valid: [Sample] = [
        Sample("rich", String(decoding: rich, as: UTF8.self)),
        Sample("empty content", #"{"content":[]}"#),
        Sample("durations in seconds", #"{"content":[],"expiresIn":60,"autoDismiss":15}"#),
        Sample("durations in seconds as text", #"{"content":[],"expiresIn":"60","autoDismiss":"15"}"#),
        Sample("durations with units", #"{"content":[],"expiresIn":"1d12h","autoDismiss":"PT1M"}"#),
        Sample(
            "every top-level member",
            #"""
            {"lifecycleId":"l","template":{"id":"t"},"priority":10,"publishAt":"2026-01-01T00:00:00+02:00",
            "expiresAt":"2027-01-01T00:00:00.5Z","expiresIn":"P0.5Y","metadata":{"a":[1,{}]},
            "answered":{"by":"bo","at":"2026-11-24T14:02:00Z","button":"Approve","outcome":"negative"},
            "undo":false,"unattended":true,"variables":[{"name":"who","default":"you"},{"name":"n-1"}],
            "actions":{"dismiss":false,"snooze":{"overflow":false},"voteUp":{"enabled":false},"voteDown":true,
            "overflowMenu":"hidden","swipe":false},"content":[],"subviews":{"s":{"title":"S","content":[]}}}
            """#),
        .component("category", #"{"type":"category","id":"i","text":"a","subText":"b","icon":"bell"}"#),
        .component("headline", #"{"type":"headline","text":"a","appearance":"h3","icon":{"url":"https://x.y/a.png"}}"#),
        .component(
            "text",
            #"{"type":"text","text":"a","appearance":"tertiary","expand":{"maxDisplayLines":2,"showTextLabel":"more"}}"#
        ),
        .component("list", #"{"type":"list","style":"ordered","items":["a",{"text":"b","items":["c"]}],"expand":1}"#),
        .component(
            "image",
            #"{"type":"image","url":"https://x.y/a","layout":"banner","height":"original","action":"none","label":"l"}"#
        ),
        .component(
            "image with a payload",
            #"{"type":"image","url":"http://x.y","action":{"type":"payload","payload":{"a":1}},"showActionLabel":false}"#
        ),
        .component(
            "image with a link", #"{"type":"image","url":"http://x.y","action":{"type":"link","url":"mailto:a@b"}}"#),
        .component(
            "video", #"{"type":"video","url":"https://x.y/v","thumbnailUrl":"https://x.y/t","layout":"thumbnail"}"#),
        Sample(
            "image to a subview",
            #"""
            {"content":[{"type":"image","url":"http://x.y","action":{"type":"subview","subview":"s"}}],
            "subviews":{"s":{"title":"S","content":[{"type":"category2"}]}}}
            """#),
        Sample(
            "pages",
            #"""
            {"content":[{"type":"loadMore","id":"m","text":"Older","page":"a/b"},{"type":"text","text":"t"}],
            "subviews":{"s":{"title":"S","content":[{"type":"loadMore","text":"More","page":"c"}]}},
            "pages":{"a/b":[{"type":"loadMore","text":"Older","page":"d"},{"type":"image","url":"http://x.y"}],
            "c":[],"d":[{"type":"text","text":"t"}]}}
            """#),
        .button(
            "submit", #"{"type":"submit","name":"go","values":{"a":1},"then":{"type":"link","url":"https://x.y"}}"#),
        .button("submit with a payload", #"{"type":"submit","name":"go","then":{"type":"payload"}}"#),
        .button("submit with an outcome", #"{"type":"submit","name":"go","outcome":"negative"}"#),
        .button("link", #"{"type":"link","url":"https://x.y/?q=a%20b"}"#),
        .button("payload", #"{"type":"payload","payload":{}}"#),
        .button("snooze", #""snooze""#), .button("snooze for", #"{"type":"snooze","for":"PT1H30M"}"#),
        .button("snooze until", #"{"type":"snooze","until":"2026-05-01T08:00:00Z"}"#),
        .button("dismiss", #""dismiss""#), .button("votes", #"{"type":"voteUp"}"#), .button("none", #""none""#),
        .component(
            "button layout",
            #"""
            {"type":"buttons","layout":"vertical","width":"fill",
            "buttons":[{"id":"b","text":"b","style":"secondary","icon":"check","action":"voteDown"}]}
            """#),
        .input("text input", "textInput", #""default":"d","numberOfLines":4,"label":"L","placeholder":"P""#),
        .input(
            "text rules", "textInput",
            #"""
            "validation":["required",{"rule":"minimumLength","value":2},{"rule":"maximumLength","value":9},
            {"rule":"regexp","value":"[a-z]+","message":"only letters"}]
            """#),
        .input(
            "number input", "numberInput",
            #""default":0.10,"validation":[{"rule":"minimum","value":-1},{"rule":"maximum","value":1e2}]"#),
        .input("switch", "switch", #""default":true,"labelLayout":"external","icon":"bolt""#),
        .input("stepper", "stepper", #""minimum":0,"maximum":10,"step":0.5,"default":5"#),
        .input(
            "checkbox group", "checkboxGroup",
            #"""
            "items":["a",{"value":"b","label":"B"}],"default":["b"],
            "validation":[{"rule":"minChecked","value":1},{"rule":"maxChecked","value":2}]
            """#),
        .input("radio group", "radioGroup", #""items":["a","b"],"default":"a","validation":[{"rule":"required"}]"#),
        .input("dropdown", "dropdown", #""items":[{"value":"a"}]"#),
        .input(
            "date picker", "datePicker",
            #"""
            "default":"2026-02-28","validation":[{"rule":"minimumDate","value":"2026-01-01"},
            {"rule":"maximumDate","value":"2026-12-31T12:00:00Z"}]
            """#),
        .input(
            "file upload", "fileUpload",
            #""bucketId":"b","allowedTypes":"none","validation":[{"rule":"maxSizeBytes","value":1000000}]"#),
    ]

    /// Valid samples with members or types of a later version.
    package static let later: [Sample] = [
        .component("unknown component", #"{"type":"hologram","beams":[1]}"#),
        Sample("unknown member", #"{"content":[{"type":"text","text":"a","glow":true}],"future":1}"#),
    ]

    /// Invalid samples that a schema can detect.
    package static let invalid: [Sample] = [
        Sample("not an object", "[]"),
        Sample("no content", "{}", at: "/content"),
        Sample("content of another type", #"{"content":{}}"#, at: "/content"),
        .button("unknown outcome", #"{"type":"submit","name":"go","outcome":"good"}"#, at: "/outcome"),
        .button("outcome as a boolean", #"{"type":"submit","name":"go","outcome":true}"#, at: "/outcome"),
        Sample("undo as a text", #"{"content":[],"undo":"no"}"#, at: "/undo"),
        .answered("nobody", #"{"at":"2026-11-24T14:02:00Z"}"#, at: "/by"),
        .answered("by an empty name", #"{"by":"","at":"2026-11-24T14:02:00Z"}"#, at: "/by"),
        .answered(
            "by a long name", #"{"by":"\#(String(repeating: "b", count: 201))","at":"2026-11-24T14:02:00Z"}"#, at: "/by"
        ),
        .answered("at no time", #"{"by":"bo"}"#, at: "/at"),
        .answered("at a local time", #"{"by":"bo","at":"14:02"}"#, at: "/at"),
        .answered("by a numbered button", #"{"by":"bo","at":"2026-11-24T14:02:00Z","button":1}"#, at: "/button"),
        .answered(
            "with an unknown outcome", #"{"by":"bo","at":"2026-11-24T14:02:00Z","outcome":"yes"}"#, at: "/outcome"),
        .answered("as a boolean", "true"),
        Sample("priority 0", #"{"content":[],"priority":0}"#, at: "/priority"),
        Sample("priority 11", #"{"content":[],"priority":11}"#, at: "/priority"),
        Sample("priority with decimals", #"{"content":[],"priority":1.5}"#, at: "/priority"),
        Sample("priority as text", #"{"content":[],"priority":"high"}"#, at: "/priority"),
        Sample("null member", #"{"content":[],"lifecycleId":null}"#, at: "/lifecycleId"),
        Sample("local time", #"{"content":[],"expiresAt":"2026-01-01T00:00:00"}"#, at: "/expiresAt"),
        Sample("no duration", #"{"content":[],"expiresIn":"soon"}"#, at: "/expiresIn"),
        Sample("negative duration", #"{"content":[],"expiresIn":-60}"#, at: "/expiresIn"),
        Sample("duration with a part of a second", #"{"content":[],"expiresIn":1.5}"#, at: "/expiresIn"),
        Sample("duration that is true", #"{"content":[],"expiresIn":true}"#, at: "/expiresIn"),
        Sample("words for a time", #"{"content":[],"expiresAt":"fri 14:00"}"#, at: "/expiresAt"),
        Sample("dismisses itself after no time", #"{"content":[],"autoDismiss":0}"#, at: "/autoDismiss"),
        Sample("empty duration", #"{"content":[],"expiresIn":"PT"}"#, at: "/expiresIn"),
        Sample("template without id", #"{"content":[],"template":{"name":"x"}}"#, at: "/template/id"),
        Sample("odd variable name", #"{"content":[],"variables":[{"name":"a b"}]}"#, at: "/variables/0/name"),
        Sample("number for a vote", #"{"content":[],"actions":{"voteUp":1}}"#, at: "/actions/voteUp"),
        Sample("unknown menu", #"{"content":[],"actions":{"overflowMenu":"tiny"}}"#, at: "/actions/overflowMenu"),
        .component("loadMore without a page", #"{"type":"loadMore","text":"a"}"#, at: "/page"),
        Sample(
            "subview without title", #"{"content":[],"subviews":{"a/b~":{"content":[]}}}"#, at: "/subviews/a~1b~0/title"
        ),
        Sample(
            "too many variables", #"{"content":[],"variables":[\#(list(101) { #"{"name":"v\#($0)"}"# })]}"#,
            at: "/variables"),
        .component("component without type", #"{"text":"a"}"#, at: "/type"),
        .component("component that is a string", #""hello""#),
        .component("headline without text", #"{"type":"headline"}"#, at: "/text"),
        .component("empty headline", #"{"type":"headline","text":""}"#, at: "/text"),
        .component(
            "long headline", #"{"type":"headline","text":"\#(list(501, separator: "") { _ in "é" })"}"#, at: "/text"),
        .component("unknown appearance", #"{"type":"headline","text":"a","appearance":"h4"}"#, at: "/appearance"),
        .component("number as icon", #"{"type":"headline","text":"a","icon":7}"#, at: "/icon"),
        .component("icon from a file", #"{"type":"headline","text":"a","icon":{"url":"file:///x"}}"#, at: "/icon/url"),
        .component("no lines", #"{"type":"text","text":"a","expand":0}"#, at: "/expand"),
        .component("expand without lines", #"{"type":"text","text":"a","expand":{}}"#, at: "/expand/maxDisplayLines"),
        .component("empty list", #"{"type":"list","items":[]}"#, at: "/items"),
        .component("bad list item", #"{"type":"list","items":["a",{"items":[]}]}"#, at: "/items/1/text"),
        .component("script as image", #"{"type":"image","url":"javascript:alert(1)"}"#, at: "/url"),
        .component("unknown image action", #"{"type":"image","url":"http://a","action":"explode"}"#, at: "/action"),
        .component("no buttons", #"{"type":"buttons","buttons":[]}"#, at: "/buttons"),
        .component("button without action", #"{"type":"buttons","buttons":[{"text":"b"}]}"#, at: "/buttons/0/action"),
        .button("unknown action", #"{"type":"sumbit","name":"x"}"#, at: "/type"),
        .button("unknown short action", #""submit""#),
        .button("submit without name", #"{"type":"submit"}"#, at: "/name"),
        .button(
            "submit with a bad follow-up", #"{"type":"submit","name":"x","then":{"type":"dismiss"}}"#, at: "/then/type"),
        .button("link without url", #"{"type":"link"}"#, at: "/url"),
        .button("link with a space", #"{"type":"link","url":"https://a b"}"#, at: "/url"),
        .button("link to a command", #"{"type":"link","url":"ssh://host"}"#, at: "/url"),
        .button("snooze for no duration", #"{"type":"snooze","for":"1 hour"}"#, at: "/for"),
        .component("input without name", #"{"type":"switch"}"#, at: "/name"),
        .input("number default as text", "numberInput", #""default":"1""#, at: "/default"),
        .input("stepper without bounds", "stepper", #""minimum":1"#, at: "/maximum"),
        .input("no choices", "dropdown", #""items":[]"#, at: "/items"),
        .input("choice without value", "radioGroup", #""items":[{"label":"a"}]"#, at: "/items/0/value"),
        .input("date default with words", "datePicker", #""default":"tomorrow""#, at: "/default"),
        .input("upload without bucket", "fileUpload", at: "/bucketId"),
        .input("unknown rule", "textInput", #""validation":[{"rule":"prime"}]"#, at: "/validation/0/rule"),
        .input("short rule with value", "textInput", #""validation":["minimum"]"#, at: "/validation/0"),
        .input("rule without value", "textInput", #""validation":[{"rule":"regexp"}]"#, at: "/validation/0/value"),
        .input(
            "negative length", "textInput", #""validation":[{"rule":"minimumLength","value":-1}]"#,
            at: "/validation/0/value"),
    ]

    /// Invalid samples that a schema cannot detect.
    package static let invalidBeyondSchema: [Sample] = [
        Sample("dismisses itself after hours", #"{"content":[],"autoDismiss":"2h"}"#, at: "/autoDismiss"),
        Sample("dismisses itself within a second", #"{"content":[],"autoDismiss":"0.5s"}"#, at: "/autoDismiss"),
        Sample("month 13", #"{"content":[],"expiresAt":"2026-13-01T00:00:00Z"}"#, at: "/expiresAt"),
        Sample(
            "ends before it starts",
            #"{"content":[],"publishAt":"2026-02-01T00:00:00Z","expiresAt":"2026-01-01T00:00:00Z"}"#, at: "/expiresAt"),
        Sample(
            "same variable twice", #"{"content":[],"variables":[{"name":"a"},{"name":"a"}]}"#, at: "/variables/1/name"),
        Sample("too large", #"{"content":[],"metadata":{"a":"\#(list(66_000, separator: "") { _ in "a" })"}}"#),
        Sample(
            "a value instead of an input that is not there",
            #"""
            {"content":[{"type":"textInput","name":"a","validation":[{"rule":"requiredUnless","value":"a"}]},
            {"type":"textInput","name":"b","validation":[{"rule":"requiredUnless","value":"a"}]}]}
            """#, at: "/content/0/validation/0/value"),
        Sample(
            "two categories", #"{"content":[{"type":"category","text":"a"},{"type":"category","text":"b"}]}"#,
            at: "/content/1/type"),
        Sample(
            "two button containers",
            #"""
            {"content":[{"type":"buttons","buttons":[{"text":"a","action":"none"}]},
            {"type":"buttons","buttons":[{"text":"b","action":"none"}]}]}
            """#, at: "/content/1/type"),
        Sample(
            "category in a subview",
            #"{"content":[],"subviews":{"s":{"title":"S","content":[{"type":"category","text":"a"}]}}}"#,
            at: "/subviews/s/content/0/type"),
        Sample(
            "banner in a subview",
            #"{"content":[],"subviews":{"s":{"title":"S","content":[{"type":"image","url":"http://a","layout":"banner"}]}}}"#,
            at: "/subviews/s/content/0/layout"),
        Sample(
            "subview in a subview",
            #"""
            {"content":[],"subviews":{"s":{"title":"S","content":[{"type":"buttons","buttons":
            [{"text":"b","action":{"type":"subview","subview":"s"}}]}]}}}
            """#, at: "/subviews/s/content/0/buttons/0/action/type"),
        .component("page that is missing", #"{"type":"loadMore","text":"a","page":"p"}"#, at: "/page"),
        Sample(
            "page that is loaded twice",
            #"{"content":[{"type":"loadMore","text":"a","page":"p"}],"pages":{"p":[{"type":"loadMore","text":"a","page":"p"}]}}"#,
            at: "/pages/p/0/page"),
        Sample(
            "buttons in a page",
            #"{"content":[],"pages":{"p":[{"type":"buttons","buttons":[{"text":"b","action":"dismiss"}]}]}}"#,
            at: "/pages/p/0/type"),
        Sample(
            "input in a page", #"{"content":[],"pages":{"p":[{"type":"switch","name":"n"}]}}"#,
            at: "/pages/p/0/type"),
        Sample(
            "category in a page", #"{"content":[],"pages":{"p":[{"type":"category","text":"c"}]}}"#,
            at: "/pages/p/0/type"),
        Sample(
            "subview from a page",
            #"""
            {"content":[],"subviews":{"s":{"title":"S","content":[]}},
            "pages":{"p":[{"type":"image","url":"http://a","action":{"type":"subview","subview":"s"}}]}}
            """#, at: "/pages/p/0/action/type"),
        .button("missing subview", #"{"type":"subview","subview":"s"}"#, at: "/subview"),
        .button("two snooze times", #"{"type":"snooze","for":"PT1H","until":"2026-05-01T08:00:00Z"}"#, at: "/until"),
        .component(
            "same submit name twice",
            #"""
            {"type":"buttons","buttons":[{"text":"a","action":{"type":"submit","name":"x"}},
            {"text":"b","action":{"type":"submit","name":"x"}}]}
            """#, at: "/buttons/1/action/name"),
        Sample(
            "same input name twice", #"{"content":[{"type":"switch","name":"a"},{"type":"textInput","name":"a"}]}"#,
            at: "/content/1/name"),
        .component(
            "deep list", #"{"type":"list","items":[\#(nested(6))]}"#,
            at: "/items/0/items/0/items/0/items/0/items/0/items"),
        .input("same choice twice", "dropdown", #""items":["a",{"value":"a"}]"#, at: "/items/1"),
        .input("default that is no choice", "radioGroup", #""items":["a"],"default":"b""#, at: "/default"),
        .input("crossed stepper", "stepper", #""minimum":5,"maximum":5"#, at: "/maximum"),
        .input("stepper that stands still", "stepper", #""minimum":1,"maximum":5,"step":0"#, at: "/step"),
        .input("stepper default outside", "stepper", #""minimum":1,"maximum":5,"default":6"#, at: "/default"),
        .input(
            "broken pattern", "textInput", #""validation":[{"rule":"regexp","value":"("}]"#, at: "/validation/0/value"),
        .input(
            "rule for another input", "switch", #""validation":[{"rule":"minimum","value":1}]"#,
            at: "/validation/0/rule"),
        .input(
            "crossed lengths", "textInput",
            #""validation":[{"rule":"minimumLength","value":5},{"rule":"maximumLength","value":4}]"#, at: "/validation"),
        .input(
            "more checks than choices", "checkboxGroup",
            #""items":["a"],"validation":[{"rule":"minChecked","value":2}]"#, at: "/validation"),
    ]

    private static func list(_ count: Int, separator: String = ",", _ element: (Int) -> String) -> String {
        (0..<count).map(element).joined(separator: separator)
    }

    private static func nested(_ depth: Int) -> String {
        depth == 0 ? #""end""# : #"{"text":"t","items":[\#(nested(depth - 1))]}"#
    }
}
