import struct Foundation.Date

/// Rules that span several values of a card: unique names, valid references, ordered bounds. Expects JSON with valid
/// shapes.
struct CardRules {
    var checker: ShapeChecker
    let subviews: JSONObject
    let pages: JSONObject
    private var inputNames: Set<String> = []
    private var buttonNames: Set<String> = []
    private var loadedPages: Set<String> = []

    /// A list of components.
    private enum Layout {
        case top, subview, page

        /// The name of the layout, for problems with components that it cannot contain.
        var name: String {
            switch self {
            case .top: "the card"
            case .subview: "a subview"
            case .page: "a page"
            }
        }
    }

    init(checker: ShapeChecker, card: JSONValue) {
        self.checker = checker
        subviews = card["subviews"]?.object ?? [:]
        pages = card["pages"]?.object ?? [:]
    }

    mutating func checkCard(_ json: JSONValue) {
        checkUnique(json["variables"]?.array ?? [], "name", "a name that no other variable has", at: "/variables")
        if let start = date(json["publishAt"]), let end = date(json["expiresAt"]), end <= start {
            checker.report("/expiresAt", "a time after publishAt", json["expiresAt"])
        }
        checkLayout(json["content"], .top, at: "/content")
        for (id, subview) in subviews.members {
            checkLayout(subview["content"], .subview, at: "/subviews" + CardProblem.pointerPart(id) + "/content")
        }
        for (name, page) in pages.members {
            checkLayout(page, .page, at: "/pages" + CardProblem.pointerPart(name))
        }
    }

    private mutating func checkLayout(_ content: JSONValue?, _ layout: Layout, at pointer: String) {
        var counts: [String: Int] = [:]
        for (index, component) in (content?.array ?? []).enumerated() {
            let place = "\(pointer)/\(index)"
            let type = component["type"]?.string ?? ""
            counts[type, default: 0] += 1
            let isSecond = counts[type, default: 0] > 1
            switch type {
            case "category":
                if layout != .top {
                    checker.report("\(place)/type", "no category in \(layout.name)", component["type"])
                } else if isSecond {
                    checker.report("\(place)/type", "at most one category", component["type"])
                }
            case "buttons":
                if layout == .page {
                    checker.report("\(place)/type", "no buttons in a page", component["type"])
                } else if isSecond {
                    checker.report(
                        "\(place)/type", "at most one buttons component in \(layout.name)", component["type"],
                        hint: "Put all buttons into the first buttons component.")
                }
                for (number, button) in (component["buttons"]?.array ?? []).enumerated() {
                    checkAction(button["action"], layout, at: "\(place)/buttons/\(number)/action")
                }
            case "carousel":
                if layout == .page { checker.report("\(place)/type", "no carousel in a page", component["type"]) }
                for (number, item) in (component["items"]?.array ?? []).enumerated() {
                    checkAction(item["button"]?["action"], layout, at: "\(place)/items/\(number)/button/action")
                }
            case "image", "video":
                if layout != .top, component["layout"] == "banner" {
                    checker.report("\(place)/layout", "no banner in \(layout.name)", component["layout"])
                }
                checkAction(component["action"], layout, at: "\(place)/action")
            case "list": checkDepth(component["items"], depth: 1, at: "\(place)/items")
            case "loadMore": checkLoadMore(component, at: place)
            default:
                guard Card.Input.types.contains(type) else { continue }
                if layout == .page { checker.report("\(place)/type", "no input in a page", component["type"]) }
                checkInput(component, type, at: place)
                checkOtherInputs(component, among: content?.array ?? [], at: place)
            }
        }
    }

    /// Checks that the rules of an input name only other inputs of the same form.
    private mutating func checkOtherInputs(_ input: JSONValue, among content: [JSONValue], at pointer: String) {
        for (index, rule) in (input["validation"]?.array ?? []).enumerated() {
            guard rule["rule"] == "requiredUnless", let name = rule["value"]?.string else { continue }
            let inputs = content.filter { Card.Input.types.contains($0["type"]?.string ?? "") }
            let isThere = inputs.contains { $0["name"]?.string == name && $0["name"] != input["name"] }
            guard !isThere else { continue }
            checker.report(
                "\(pointer)/validation/\(index)/value", "the name of another input in the same form", rule["value"])
        }
    }

    private mutating func checkAction(_ action: JSONValue?, _ layout: Layout, at pointer: String) {
        switch action?["type"]?.string {
        case "subview":
            if layout != .top {
                let reason = layout == .page ? "a page cannot open a subview" : "a subview cannot open another subview"
                checker.report("\(pointer)/type", "an action other than subview, because \(reason)", action?["type"])
            } else if let id = action?["subview"]?.string, subviews[id] == nil {
                let known = subviews.members.map(\.key).joined(separator: ", ")
                let expected =
                    known.isEmpty
                    ? "the id of a subview, but the card has no subviews" : "one of \(known)"
                checker.report("\(pointer)/subview", expected, action?["subview"])
            }
        case "submit":
            guard let name = action?["name"]?.string, !buttonNames.insert(name).inserted else { return }
            checker.report(
                "\(pointer)/name", "a name that no other submit button of the card has", action?["name"],
                hint: "The answer identifies the button by this name.")
        case "snooze":
            guard action?["for"] != nil, action?["until"] != nil else { return }
            checker.report("\(pointer)/until", "either \"for\" or \"until\", not both", action?["until"])
        default: break
        }
    }

    private mutating func checkLoadMore(_ component: JSONValue, at pointer: String) {
        guard let name = component["page"]?.string else { return }
        if pages[name] == nil {
            let known = pages.members.map(\.key).joined(separator: ", ")
            let expected =
                known.isEmpty ? "the name of a page, but the card has no pages" : "one of \(known)"
            checker.report("\(pointer)/page", expected, component["page"])
        } else if !loadedPages.insert(name).inserted {
            checker.report("\(pointer)/page", "a page that no other loadMore loads", component["page"])
        }
    }

    private mutating func checkDepth(_ items: JSONValue?, depth: Int, at pointer: String) {
        guard let items = items?.array else { return }
        if depth > CardLimits.listDepth {
            return checker.report(pointer, "lists nested at most \(CardLimits.listDepth) levels deep", .array(items))
        }
        for (index, item) in items.enumerated() {
            checkDepth(item["items"], depth: depth + 1, at: "\(pointer)/\(index)/items")
        }
    }

    // MARK: Inputs

    private mutating func checkInput(_ input: JSONValue, _ type: String, at pointer: String) {
        if let name = input["name"]?.string, !inputNames.insert(name).inserted {
            checker.report("\(pointer)/name", "a name that no other input of the card has", input["name"])
        }
        if let items = input["items"]?.array { checkChoices(items, input["default"], at: pointer) }
        if type == "stepper" { checkStepper(input, at: pointer) }
        let applicable = InputShapes.applicableRules[type] ?? []
        let rules = input["validation"]?.array ?? []
        var bounds: [String: JSONValue] = [:]
        for (index, rule) in rules.enumerated() {
            guard let name = rule.string ?? rule["rule"]?.string else { continue }
            if !applicable.contains(name) {
                let choices = applicable.sorted().joined(separator: ", ")
                checker.report("\(pointer)/validation/\(index)/rule", "a rule for \(type): \(choices)", .string(name))
            }
            if let value = rule["value"] { bounds[name] = value }
        }
        for (lower, upper) in [
            ("minimum", "maximum"), ("minimumLength", "maximumLength"), ("minimumDate", "maximumDate"),
            ("minChecked", "maxChecked"),
        ] {
            guard let low = bounds[lower], let high = bounds[upper], isLess(high, low) else { continue }
            checker.report("\(pointer)/validation", "a \(lower) that is at most \(upper)", low)
        }
        if let least = bounds["minChecked"]?.int, let items = input["items"]?.array, least > items.count {
            checker.report(
                "\(pointer)/validation", "a minChecked of at most \(items.count), the number of choices",
                bounds["minChecked"])
        }
    }

    private mutating func checkChoices(_ items: [JSONValue], _ usual: JSONValue?, at pointer: String) {
        var values: Set<String> = []
        for (index, item) in items.enumerated() {
            guard let value = item.string ?? item["value"]?.string, !values.insert(value).inserted else { continue }
            checker.report("\(pointer)/items/\(index)", "a value that no other choice has", .string(value))
        }
        for value in usual?.array ?? usual.map({ [$0] }) ?? [] where !values.contains(value.string ?? "") {
            checker.report("\(pointer)/default", "the value of a choice", value)
        }
    }

    private mutating func checkStepper(_ input: JSONValue, at pointer: String) {
        guard let low = input["minimum"]?.number, let high = input["maximum"]?.number else { return }
        if !low.isLess(than: high) {
            checker.report("\(pointer)/maximum", "a number greater than minimum", input["maximum"])
        }
        if let step = input["step"]?.number, !JSONNumber(0).isLess(than: step) {
            checker.report("\(pointer)/step", "a number greater than 0", input["step"])
        }
        if let usual = input["default"]?.number, usual.isLess(than: low) || high.isLess(than: usual) {
            checker.report("\(pointer)/default", "a number from minimum to maximum", input["default"])
        }
    }

    // MARK: Parts

    private mutating func checkUnique(_ elements: [JSONValue], _ key: String, _ expected: String, at pointer: String) {
        var seen: Set<String> = []
        for (index, element) in elements.enumerated() {
            guard let name = element[key]?.string, !seen.insert(name).inserted else { continue }
            checker.report("\(pointer)/\(index)/\(key)", expected, element[key])
        }
    }

    private func date(_ json: JSONValue?) -> Date? { json?.string.flatMap { Date(dayOrTimestamp: $0) } }

    private func isLess(_ left: JSONValue, _ right: JSONValue) -> Bool {
        if let left = left.number, let right = right.number { return left.isLess(than: right) }
        if let left = date(left), let right = date(right) { return left < right }
        return false
    }
}
