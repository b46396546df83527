import Theming

/// The only table with the letter of each scope, for the snapshots of all screens.
enum ScopeLetters {
    /// The letter for colours that no scope gave, such as those of a picture or those that a host chose.
    static let own: Character = "#"

    static let table: [(StyleScope, Character)] = [
        (.base, "."),
        (.text, "t"), (.textSecondary, "2"), (.textTertiary, "3"), (.textDim, "d"), (.textStrong, "b"),
        (.textEmphasis, "i"), (.textCode, "c"), (.textLink, "l"), (.textLinkFocused, "L"),
        (.textIcon, "λ"),
        (.container, "C"), (.containerBorder, "α"), (.containerBorderFocused, "β"), (.header, "h"),
        (.headerFocused, "γ"),
        (.headerCount, "n"), (.headerNew, "N"), (.containerEmpty, "e"),
        (.containerMore, "m"), (.containerCustom, "u"), (.containerScroll, "|"), (.containerRule, "_"),
        (.tab, "a"), (.tabShown, "A"), (.modal, "o"), (.modalBackdrop, ":"),
        (.card, "D"), (.cardBorder, "-"), (.cardBorderSelected, "="), (.cardTitle, "T"), (.cardTitleSelected, "H"),
        (.cardTitleSecond, "4"), (.cardTitleThird, "5"), (.cardTitleSubview, "6"), (.cardBack, "<"),
        (.cardCategory, "g"), (.cardCategory1, "κ"), (.cardCategory2, "δ"), (.cardCategory3, "ε"),
        (.cardCategory4, "ζ"), (.cardCategory5, "η"), (.cardCategory6, "θ"), (.cardCategorySub, "G"),
        (.cardCategoryIcon, "μ"), (.cardTitleIcon, "ν"), (.inputLabelIcon, "ξ"), (.buttonPrimaryIcon, "ρ"),
        (.buttonSecondaryIcon, "τ"), (.cardTime, "w"),
        (.cardTimeSoon, "W"), (.cardPriority, "p"),
        (.cardPriorityHigh, "P"), (.cardPriorityHighest, "Π"), (.cardMenu, "k"), (.cardMenuFocused, "K"),
        (.cardBullet, "*"), (.cardExpand, "x"),
        (.cardExpandFocused, "X"), (.cardWaiting, "~"), (.cardRefused, "!"), (.cardUnreadable, "?"),
        (.cardMedia, "v"), (.cardMediaFocused, "V"),
        (.input, "I"), (.inputField, "φ"), (.inputLabel, "f"), (.inputLabelFocused, "F"), (.inputValue, "y"),
        (.inputValueFocused, "Y"),
        (.inputPlaceholder, "'"), (.inputBorder, "/"), (.inputBorderFocused, "\\"), (.inputError, "E"),
        (.inputValueStepper, "7"), (.inputValueSwitchOn, "1"), (.inputValueSwitchOff, "0"),
        (.inputValueChecked, "8"), (.inputValueUnchecked, "9"),
        (.button, "B"), (.buttonPrimary, "["), (.buttonPrimaryEdge, "("), (.buttonPrimarySelected, "]"),
        (.buttonPrimaryFocused, "{"), (.buttonPressed, "}"), (.buttonKey, ")"), (.buttonSecondary, "s"),
        (.buttonSecondaryEdge, "σ"),
        (.buttonSecondaryFocused, "S"), (.buttonDisabled, "z"),
        (.toast, "q"), (.toastFailure, "Q"), (.status, "r"), (.statusLive, "R"), (.statusBusy, "&"),
        (.statusOffline, "O"), (.hint, ","), (.hintKey, "j"), (.hintText, "J"),
        (.sheet, "\""), (.sheetBorder, "+"), (.sheetTitle, "@"), (.sheetItem, "M"), (.sheetItemFocused, ">"),
        (.sheetKey, "$"), (.sheetGroup, "%"),
        (.launch, "U"), (.launchFailure, "^"),
    ]

    static let letter = Dictionary(uniqueKeysWithValues: table)
}
