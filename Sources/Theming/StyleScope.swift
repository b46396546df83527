/// The places in the user interface that a theme can style.
///
/// Names are dotted, and dots determine the fallback: without an entry for `card.title.selected`, the style of
/// `card.title` is used, then that of `card`, and finally `default`. An enum over integers rather than strings, because
/// drawing looks up scopes thousands of times per frame.
package enum StyleScope: UInt8, Sendable, CaseIterable {
    /// Named `default`: everything without a scope of its own. Its colours are those of the whole screen.
    case base
    // Text inside cards and sheets
    case text, textSecondary, textTertiary, textDim, textStrong, textEmphasis, textCode, textLink, textLinkFocused,
        textIcon
    // The container around the cards
    case container, containerBorder, containerBorderFocused, header, headerFocused, headerCount, headerNew,
        containerEmpty, containerMore, containerCustom
    case containerScroll, containerRule
    // The names of screens
    case tab, tabShown
    // Modal cards, above everything else
    case modal, modalBackdrop
    // A card
    case card, cardBorder, cardBorderSelected, cardTitle, cardTitleSelected, cardTitleSecond, cardTitleThird,
        cardTitleSubview
    case cardBack
    case cardCategory, cardCategory1, cardCategory2, cardCategory3, cardCategory4, cardCategory5, cardCategory6
    case cardCategorySub, cardCategoryIcon, cardTitleIcon
    case cardTime, cardTimeSoon, cardPriority, cardPriorityHigh, cardPriorityHighest, cardMenu, cardMenuFocused,
        cardBullet
    case cardExpand, cardExpandFocused, cardWaiting, cardRefused, cardUnreadable, cardMedia, cardMediaFocused
    // Inputs
    case input, inputField, inputLabel, inputLabelFocused, inputValue, inputValueFocused, inputPlaceholder, inputBorder
    case inputBorderFocused, inputError, inputLabelIcon
    case inputValueStepper, inputValueSwitchOn, inputValueSwitchOff, inputValueChecked, inputValueUnchecked
    // Buttons
    case button, buttonPrimary, buttonPrimaryEdge, buttonPrimarySelected, buttonPrimaryFocused, buttonPressed, buttonKey
    case buttonSecondary, buttonSecondaryEdge, buttonSecondaryFocused, buttonDisabled, buttonPrimaryIcon,
        buttonSecondaryIcon
    // The footer
    case toast, toastFailure, status, statusLive, statusBusy, statusOffline, hint, hintKey, hintText
    // Sheets over the cards
    case sheet, sheetBorder, sheetTitle, sheetItem, sheetItemFocused, sheetKey, sheetGroup
    // The first screen
    case launch, launchFailure

    /// The name in theme files.
    package var name: String {
        switch self {
        case .base: "default"
        case .text: "text"
        case .textSecondary: "text.secondary"
        case .textTertiary: "text.tertiary"
        case .textDim: "text.dim"
        case .textStrong: "text.strong"
        case .textEmphasis: "text.emphasis"
        case .textCode: "text.code"
        case .textLink: "text.link"
        case .textLinkFocused: "text.link.focused"
        case .textIcon: "text.icon"
        case .container: "container"
        case .containerBorder: "container.border"
        case .containerBorderFocused: "container.border.focused"
        case .header: "container.header"
        case .headerFocused: "container.header.focused"
        case .headerCount: "container.header.count"
        case .headerNew: "container.header.new"
        case .containerEmpty: "container.empty"
        case .containerMore: "container.more"
        case .containerCustom: "container.custom"
        case .containerScroll: "container.scroll"
        case .containerRule: "container.rule"
        case .tab: "tab"
        case .tabShown: "tab.shown"
        case .modal: "modal"
        case .modalBackdrop: "modal.backdrop"
        case .card: "card"
        case .cardBorder: "card.border"
        case .cardBorderSelected: "card.border.selected"
        case .cardTitle: "card.title"
        case .cardTitleSelected: "card.title.selected"
        case .cardTitleSecond: "card.title.second"
        case .cardTitleThird: "card.title.third"
        case .cardTitleSubview: "card.title.subview"
        case .cardTitleIcon: "card.title.icon"
        case .cardBack: "card.back"
        case .cardCategory: "card.category"
        case .cardCategory1: "card.category.1"
        case .cardCategory2: "card.category.2"
        case .cardCategory3: "card.category.3"
        case .cardCategory4: "card.category.4"
        case .cardCategory5: "card.category.5"
        case .cardCategory6: "card.category.6"
        case .cardCategorySub: "card.category.sub"
        case .cardCategoryIcon: "card.category.icon"
        case .cardTime: "card.time"
        case .cardTimeSoon: "card.time.soon"
        case .cardPriority: "card.priority"
        case .cardPriorityHigh: "card.priority.high"
        case .cardPriorityHighest: "card.priority.highest"
        case .cardMenu: "card.menu"
        case .cardMenuFocused: "card.menu.focused"
        case .cardBullet: "card.bullet"
        case .cardExpand: "card.expand"
        case .cardExpandFocused: "card.expand.focused"
        case .cardWaiting: "card.waiting"
        case .cardRefused: "card.refused"
        case .cardUnreadable: "card.unreadable"
        case .cardMedia: "card.media"
        case .cardMediaFocused: "card.media.focused"
        case .input: "input"
        case .inputField: "input.field"
        case .inputLabel: "input.label"
        case .inputLabelFocused: "input.label.focused"
        case .inputLabelIcon: "input.label.icon"
        case .inputValue: "input.value"
        case .inputValueFocused: "input.value.focused"
        case .inputPlaceholder: "input.placeholder"
        case .inputBorder: "input.border"
        case .inputBorderFocused: "input.border.focused"
        case .inputError: "input.error"
        case .inputValueStepper: "input.value.stepper"
        case .inputValueSwitchOn: "input.value.on"
        case .inputValueSwitchOff: "input.value.off"
        case .inputValueChecked: "input.value.checked"
        case .inputValueUnchecked: "input.value.unchecked"
        case .button: "button"
        case .buttonPrimary: "button.primary"
        case .buttonPrimaryEdge: "button.primary.edge"
        case .buttonPrimarySelected: "button.primary.selected"
        case .buttonPrimaryFocused: "button.primary.focused"
        case .buttonPrimaryIcon: "button.primary.icon"
        case .buttonPressed: "button.pressed"
        case .buttonKey: "button.key"
        case .buttonSecondary: "button.secondary"
        case .buttonSecondaryEdge: "button.secondary.edge"
        case .buttonSecondaryFocused: "button.secondary.focused"
        case .buttonSecondaryIcon: "button.secondary.icon"
        case .buttonDisabled: "button.disabled"
        case .toast: "toast"
        case .toastFailure: "toast.failure"
        case .status: "status"
        case .statusLive: "status.live"
        case .statusBusy: "status.busy"
        case .statusOffline: "status.offline"
        case .hint: "hint"
        case .hintKey: "hint.key"
        case .hintText: "hint.text"
        case .sheet: "sheet"
        case .sheetBorder: "sheet.border"
        case .sheetTitle: "sheet.title"
        case .sheetItem: "sheet.item"
        case .sheetItemFocused: "sheet.item.focused"
        case .sheetKey: "sheet.key"
        case .sheetGroup: "sheet.group"
        case .launch: "launch"
        case .launchFailure: "launch.failure"
        }
    }

    /// Whether the scope styles lines rather than text.
    package var isLine: Bool {
        switch self {
        case .containerScroll, .containerRule, .cardBorder, .cardBorderSelected, .inputBorder, .inputBorderFocused,
            .sheetBorder, .buttonPrimaryEdge, .buttonSecondaryEdge, .containerBorder, .containerBorderFocused:
            true
        default: false
        }
    }

    /// The scope with this name; nil if it does not exist.
    package init?(name: String) {
        // A search that compares lengths first is cheaper than building a dictionary at every start.
        let count = name.utf8.count
        guard let scope = Self.allCases.first(where: { $0.name.utf8.count == count && $0.name == name }) else {
            return nil
        }
        self = scope
    }

    /// The scope that missing values are taken from: the one named before the last dot, then `default`. Written out,
    /// because parsing names at every start would be slow; a test compares them.
    package var parent: StyleScope? {
        switch self {
        case .base: nil
        case .text, .container, .card, .input, .button, .toast, .status, .hint, .sheet, .launch, .tab, .modal:
            .base
        case .textSecondary, .textTertiary, .textDim, .textStrong, .textEmphasis, .textCode, .textLink, .textIcon:
            .text
        case .containerBorder, .header, .containerEmpty, .containerMore, .containerCustom, .containerScroll,
            .containerRule:
            .container
        case .containerBorderFocused:
            .containerBorder
        case .tabShown:
            .tab
        case .modalBackdrop:
            .modal
        case .textLinkFocused:
            .textLink
        case .headerFocused, .headerCount, .headerNew:
            .header
        case .cardBorder, .cardTitle, .cardCategory, .cardTime, .cardPriority, .cardMenu, .cardBullet, .cardExpand,
            .cardWaiting, .cardRefused, .cardUnreadable, .cardMedia, .cardBack:
            .card
        case .cardBorderSelected:
            .cardBorder
        case .cardTitleSelected, .cardTitleSecond, .cardTitleThird, .cardTitleSubview, .cardTitleIcon:
            .cardTitle
        case .cardCategory1, .cardCategory2, .cardCategory3, .cardCategory4, .cardCategory5, .cardCategory6,
            .cardCategorySub, .cardCategoryIcon:
            .cardCategory
        case .cardTimeSoon:
            .cardTime
        case .cardPriorityHigh, .cardPriorityHighest:
            .cardPriority
        case .cardMenuFocused:
            .cardMenu
        case .cardExpandFocused:
            .cardExpand
        case .cardMediaFocused:
            .cardMedia
        case .inputField, .inputLabel, .inputValue, .inputPlaceholder, .inputBorder, .inputError:
            .input
        case .inputLabelFocused, .inputLabelIcon:
            .inputLabel
        case .inputValueFocused, .inputValueStepper, .inputValueSwitchOn, .inputValueSwitchOff, .inputValueChecked,
            .inputValueUnchecked:
            .inputValue
        case .inputBorderFocused:
            .inputBorder
        case .buttonPrimary, .buttonSecondary, .buttonDisabled, .buttonPressed, .buttonKey:
            .button
        case .buttonPrimaryEdge, .buttonPrimarySelected, .buttonPrimaryFocused, .buttonPrimaryIcon:
            .buttonPrimary
        case .buttonSecondaryEdge, .buttonSecondaryFocused, .buttonSecondaryIcon:
            .buttonSecondary
        case .toastFailure:
            .toast
        case .statusLive, .statusBusy, .statusOffline:
            .status
        case .hintKey, .hintText:
            .hint
        case .sheetBorder, .sheetTitle, .sheetItem, .sheetKey, .sheetGroup:
            .sheet
        case .sheetItemFocused:
            .sheetItem
        case .launchFailure:
            .launch
        }
    }
}
