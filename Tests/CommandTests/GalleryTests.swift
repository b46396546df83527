import Cards
import Foundation
import Testing

@testable import cardstream

/// The gallery shows everything: a new case of the vocabulary fails here until the gallery contains it.
struct GalleryTests {
    private let bodies: [CardBody]

    init() throws {
        bodies = try DemoCards(.gallery).first.map { try CardBody(json: $0.card) }
    }

    private var components: [Card.Component] {
        bodies.flatMap { $0.components + $0.subviews.values.flatMap(\.components) }
    }
    private var inputs: [Card.Input] { components.compactMap { if case .input(let input) = $0 { input } else { nil } } }
    private var media: [Card.Media] { components.compactMap { if case .media(let media) = $0 { media } else { nil } } }
    private var lists: [Card.ListBlock] { components.compactMap { if case .list(let list) = $0 { list } else { nil } } }
    private var texts: [Card.TextBlock] { components.compactMap { if case .text(let text) = $0 { text } else { nil } } }
    private var containers: [Card.ButtonContainer] {
        components.compactMap { if case .buttons(let container) = $0 { container } else { nil } }
    }
    private var buttons: [Card.Button] { containers.flatMap(\.buttons) }

    @Test func `the gallery has no findings except the unknown component`() throws {
        let findings = try DemoCards(.gallery).first.flatMap { CardLint.findings(in: $0.card, now: Date()) }
        #expect(findings.map(\.rule) == ["unknown-type"])
        #expect(try DemoCards(.gallery).later.isEmpty)
        #expect(Set(bodies.map(\.lifecycleID)).count == bodies.count)
    }

    @Test func `the gallery shows every component`() {
        // The switch has no default: a new case must be added here, and then to the gallery.
        let names = components.map { component in
            switch component {
            case .category: "category"
            case .headline: "headline"
            case .text: "text"
            case .list: "list"
            case .media: "media"
            case .carousel: "carousel"
            case .buttons: "buttons"
            case .input: "input"
            case .loadMore: "loadMore"
            case .unknown: "unknown"
            }
        }
        #expect(Set(names).count == 10)
    }

    @Test func `the gallery shows every weight of text and style of list`() {
        let headlines = components.compactMap { if case .headline(let headline) = $0 { headline } else { nil } }
        #expect(Set(headlines.map(\.appearance)) == Set(Card.Headline.Appearance.allCases))
        #expect(Set(texts.map(\.appearance)) == Set(Card.TextAppearance.allCases))
        #expect(Set(lists.map(\.appearance)) == Set(Card.TextAppearance.allCases))
        #expect(Set(lists.map(\.style)) == Set(Card.ListBlock.Style.allCases))
        #expect(lists.map { depth($0.items) }.max() == CardLimits.listDepth)
        #expect(texts.contains { $0.expand != nil } && lists.contains { $0.expand != nil })
    }

    private func depth(_ items: [Card.ListBlock.Item]) -> Int {
        items.isEmpty ? 0 : 1 + (items.map { depth($0.items) }.max() ?? 0)
    }

    @Test func `the gallery shows an image in every place for an icon`() {
        let icons = components.map { component -> [(String, Card.Icon?)] in
            switch component {
            case .category(let category): [("category", category.icon)]
            case .headline(let headline): [("headline", headline.icon)]
            case .text(let text): [("text", text.icon)]
            case .list(let list): list.items.map { ("list", $0.icon) }
            case .buttons, .carousel: component.buttons.map { ("button", $0.icon) }
            case .input(let input): [("input", input.icon)]
            case .media, .loadMore, .unknown: []
            }
        }.joined()
        let places = Set(icons.filter { $0.1?.url != nil }.map(\.0))
        #expect(places == ["category", "headline", "text", "list", "button", "input"])
        // One image cannot be loaded and has a fallback.
        #expect(icons.contains { $0.1?.url.flatMap(DemoPictures.file)?.isEmpty == true && $0.1?.name != nil })
    }

    @Test func `the gallery shows every kind, layout, height and action of media`() {
        #expect(Set(media.map(\.kind)) == Set(Card.Media.Kind.allCases))
        #expect(Set(media.map(\.layout)) == Set(Card.Media.Layout.allCases))
        #expect(Set(media.map(\.height)) == Set(Card.Media.Height.allCases))
        #expect(Set(media.map(\.showsActionLabel)) == [true, false])
        let actions = media.map { media in
            switch media.action {
            case .doNothing: "none"
            case .openSource: "source"
            case .openLink: "link"
            case .passPayload: "payload"
            case .openSubview: "subview"
            case .unknown: "unknown"
            }
        }
        #expect(Set(actions) == ["none", "source", "link", "payload", "subview"])
    }

    @Test func `the gallery shows every action, style and layout of buttons`() {
        let actions = buttons.flatMap { button -> [String] in
            switch button.action {
            case .doNothing: ["none"]
            case .openLink: ["link"]
            case .passPayload: ["payload"]
            case .openSubview: ["subview"]
            case .submit(let submission):
                [
                    submission.then.map { if case .url = $0 { "then url" } else { "then payload" } },
                    submission.keepsCard ? "keeps" : nil, submission.confirm.map { _ in "confirm" },
                    submission.done.map { _ in "done" },
                ].compactMap(\.self) + ["submit"]
            case .snooze(nil): ["snooze"]
            case .snooze(.duration): ["snooze for"]
            case .snooze(.until): ["snooze until"]
            case .dismiss: ["dismiss"]
            case .voteUp: ["vote up"]
            case .voteDown: ["vote down"]
            case .unknown: ["unknown"]
            }
        }
        #expect(
            Set(actions) == [
                "none", "link", "payload", "subview", "submit", "then payload", "then url", "keeps", "confirm", "done",
                "snooze", "snooze for", "snooze until", "dismiss", "vote up", "vote down",
            ])
        #expect(Set(buttons.map(\.style)) == Set(Card.Button.Style.allCases))
        #expect(buttons.contains { $0.icon != nil })
        for layout in Card.ButtonContainer.Layout.allCases {
            for width in Card.ButtonContainer.Width.allCases {
                #expect(containers.contains { $0.layout == layout && $0.width == width }, "\(layout) \(width)")
            }
        }
    }

    @Test func `the gallery shows every input with every position of its label`() {
        var layouts: [String: Set<Card.Input.LabelLayout>] = [:]
        for input in inputs {
            let kind =
                switch input.kind {
                case .text(_, let lines): lines > 1 ? "lines" : "text"
                case .number: "number"
                case .toggle: "toggle"
                case .stepper: "stepper"
                case .checkboxGroup: "checkboxes"
                case .radioGroup: "radio"
                case .dropdown: "dropdown"
                case .date: "date"
                case .fileUpload(_, let types): types == .none ? "no file" : "file"
                }
            layouts[kind, default: []].insert(input.labelLayout)
        }
        #expect(layouts.count == 11)
        for (kind, found) in layouts where kind != "no file" {
            #expect(found == Set(Card.Input.LabelLayout.allCases), "\(kind)")
        }
    }

    @Test func `the gallery shows every rule, with our message and with the author's`() {
        let rules = inputs.flatMap(\.validation)
        let names = rules.map { rule in
            switch rule.rule {
            case .required: "required"
            case .minimum: "minimum"
            case .maximum: "maximum"
            case .minimumLength: "minimumLength"
            case .maximumLength: "maximumLength"
            case .minimumDate: "minimumDate"
            case .maximumDate: "maximumDate"
            case .requiredUnless: "requiredUnless"
            case .regexp: "regexp"
            case .maxSizeBytes: "maxSizeBytes"
            case .minChecked: "minChecked"
            case .maxChecked: "maxChecked"
            case .unknown: "unknown"
            }
        }
        #expect(Set(names).count == 12 && !names.contains("unknown"))
        #expect(rules.contains { $0.message != nil } && rules.contains { $0.message == nil })
    }

    @Test func `the gallery shows every menu, vote, time and priority`() {
        let actions = bodies.map(\.actions)
        #expect(Set(actions.map(\.overflowMenu)) == Set(ActionProperties.OverflowMenuStyle.allCases))
        #expect(actions.contains { $0.voteUp == .enabled(feedbackLabel: nil) })
        #expect(actions.contains { if case .enabled(_?) = $0.voteUp { true } else { false } })
        #expect(actions.contains { $0.voteDown.isEnabled })
        #expect(actions.contains { !$0.isDismissSwipeEnabled && $0.isDismissOverflowEnabled })
        #expect(actions.contains { $0.isDismissSwipeEnabled && !$0.isDismissOverflowEnabled })
        #expect(actions.contains { !$0.isSwipeEnabled })
        #expect(bodies.contains { $0.expiresIn != nil } && bodies.contains { !$0.variables.isEmpty })
        #expect(Set(bodies.map { ($0.priority - CardBody.defaultPriority).signum() }) == [-1, 0, 1])
    }
}
