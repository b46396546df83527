import Basics

// Names and initialisers of earlier versions.

@available(*, deprecated, renamed: "UndoResult")
@_documentation(visibility: internal)
public typealias Undoing = UndoResult

@available(*, deprecated, renamed: "WithdrawalResult")
@_documentation(visibility: internal)
public typealias Withdrawal = WithdrawalResult

extension Card.ButtonAction {
    @available(*, deprecated, renamed: "openLink(url:)")
    @_documentation(visibility: internal)
    public static func toLink(url: String) -> Card.ButtonAction { .openLink(url: url) }

    @available(*, deprecated, renamed: "openSubview(id:)")
    @_documentation(visibility: internal)
    public static func toSubview(id: String) -> Card.ButtonAction { .openSubview(id: id) }
}

extension Card.Media.ImageAction {
    @available(*, deprecated, renamed: "openLink(url:)")
    @_documentation(visibility: internal)
    public static func toLink(url: String) -> Card.Media.ImageAction { .openLink(url: url) }

    @available(*, deprecated, renamed: "openSubview(id:)")
    @_documentation(visibility: internal)
    public static func toSubview(id: String) -> Card.Media.ImageAction { .openSubview(id: id) }
}

extension SourceCapabilities {
    @available(*, deprecated, message: "use a Duration; nil for a source that never forgets a key")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init(
        actions: Set<CardResponse.Kind>, undoable: Set<CardResponse.Kind> = Set(CardResponse.Kind.allCases),
        snooze: SnoozeKeeping? = nil, acceptsFiles: Bool = false, loadsPages: Bool = false,
        tellsTyping: Bool = false, cardsReturn: Bool = false, startsConversations: Bool = false,
        offersSwitches: Bool = false, followsLinks: Bool = false, delivery: Delivery = .polled,
        keyLifetime: Double
    ) {
        self.init(
            actions: actions, undoable: undoable, snooze: snooze, acceptsFiles: acceptsFiles, loadsPages: loadsPages,
            tellsTyping: tellsTyping, cardsReturn: cardsReturn, startsConversations: startsConversations,
            offersSwitches: offersSwitches, followsLinks: followsLinks, delivery: delivery,
            keyLifetime: keyLifetime.isFinite ? .waiting(keyLifetime) : nil)
    }
}

// Earlier names of the types that make up a card.

@available(*, deprecated, renamed: "Card.Button")
@_documentation(visibility: internal)
public typealias Button = Card.Button

@available(*, deprecated, renamed: "Card.ButtonAction")
@_documentation(visibility: internal)
public typealias ButtonAction = Card.ButtonAction

@available(*, deprecated, renamed: "Card.ButtonContainer")
@_documentation(visibility: internal)
public typealias ButtonContainer = Card.ButtonContainer

@available(*, deprecated, renamed: "Card.Carousel")
@_documentation(visibility: internal)
public typealias Carousel = Card.Carousel

@available(*, deprecated, renamed: "Card.Category")
@_documentation(visibility: internal)
public typealias Category = Card.Category

@available(*, deprecated, renamed: "Card.ClickToExpand")
@_documentation(visibility: internal)
public typealias ClickToExpand = Card.ClickToExpand

@available(*, deprecated, renamed: "Card.Component")
@_documentation(visibility: internal)
public typealias Component = Card.Component

@available(*, deprecated, renamed: "Card.Headline")
@_documentation(visibility: internal)
public typealias Headline = Card.Headline

@available(*, deprecated, renamed: "Card.Icon")
@_documentation(visibility: internal)
public typealias Icon = Card.Icon

@available(*, deprecated, renamed: "Card.Input")
@_documentation(visibility: internal)
public typealias Input = Card.Input

@available(*, deprecated, renamed: "Card.ListBlock")
@_documentation(visibility: internal)
public typealias ListBlock = Card.ListBlock

@available(*, deprecated, renamed: "Card.LoadMore")
@_documentation(visibility: internal)
public typealias LoadMore = Card.LoadMore

@available(*, deprecated, renamed: "Card.Media")
@_documentation(visibility: internal)
public typealias Media = Card.Media

@available(*, deprecated, renamed: "Card.Subview")
@_documentation(visibility: internal)
public typealias Subview = Card.Subview

@available(*, deprecated, renamed: "Card.TextAppearance")
@_documentation(visibility: internal)
public typealias TextAppearance = Card.TextAppearance

@available(*, deprecated, renamed: "Card.TextBlock")
@_documentation(visibility: internal)
public typealias TextBlock = Card.TextBlock

@available(*, deprecated, renamed: "Card.ValidationRule")
@_documentation(visibility: internal)
public typealias ValidationRule = Card.ValidationRule
