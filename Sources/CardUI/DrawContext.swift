internal import Canvas
internal import Theming
internal import ViewModels

internal import struct Foundation.Date

/// What every view of one frame needs.
struct DrawContext {
    let theme: Theme
    let now: Date
    let zone: LocalZone
    let keys: KeyLabels
    var gallery = PictureGallery()
}

/// How the keys are called that cards and sheets mention.
struct KeyLabels: Equatable {
    let menu: SafeText
    let dismiss: SafeText
    let retry: SafeText
    let discard: SafeText
    let back: SafeText
    let inspect: SafeText
    let refresh: SafeText
    let close: SafeText
    let accept: SafeText
    let choose: SafeText
    let type: SafeText
    let hidden: SafeText
    let parent: SafeText
    let complete: SafeText
    let cancelSending: SafeText

    init(_ keymap: Keymap) {
        func label(_ command: Command) -> SafeText { SafeText(keymap.keyText(for: command)) }
        menu = label(.openMenu)
        dismiss = label(.dismiss)
        retry = label(.retryAction)
        discard = label(.discardAction)
        back = label(.back)
        inspect = label(.inspect)
        refresh = label(.refresh)
        close = label(.close)
        accept = label(.acceptPrompt)
        choose = label(.menuChoose)
        type = label(.calendarType)
        hidden = label(.toggleHidden)
        parent = label(.parentFolder)
        complete = label(.completePath)
        cancelSending = label(.cancelSending)
    }
}
