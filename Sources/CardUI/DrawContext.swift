internal import AppCore
internal import Basics
internal import Canvas
internal import Cards
internal import Theming

internal import struct Foundation.Date

/// The values that all views of one frame need.
struct DrawContext {
    var theme: Theme
    /// The same theme for the opposite background, used for containers and screens that ask for it.
    var otherTheme: Theme?
    /// The index of the container's layout settings; see ``LayoutCache/begin(_:)``.
    var settingsIndex = 0
    let now: Date
    let zone: LocalZone
    let keys: KeyLabels
    var gallery = PictureGallery()
    /// What the source of the container's cards supports.
    var capabilities = SourceCapabilities.all
    /// The votes that the container offers on all cards.
    var votes: VotingOptions = []
    /// The colours that the configuration assigns to categories, by name in lower case.
    var categories: [String: String] = [:]
    /// Whether something covers what is drawn. Pictures are then left out, because they cannot be dimmed.
    var isBehind = false

    /// The context with the theme for this background; unchanged if there is no such theme.
    func drawn(for appearance: ContainerOptions.Appearance) -> DrawContext {
        guard let wanted = Theming.Appearance(appearance), wanted != theme.appearance, let otherTheme,
            otherTheme.appearance == wanted
        else { return self }
        var context = self
        (context.theme, context.otherTheme) = (otherTheme, theme)
        return context
    }

    /// Draws the icon's text and, when it is loaded, the picture over it. Returns the number of columns used.
    @discardableResult
    func draw(_ icon: InlineIcon, _ painter: Painter, at point: Point, style: Style) -> Int {
        let width = painter.write(icon.text, at: point, style: style)
        draw(icon.picture, painter, at: point, style: style)
        return width
    }

    /// Draws a separator line, as thick as the frames of cards.
    func drawRule(_ painter: Painter, at start: Point, columns: Int) {
        let glyph = theme.shape.border.glyphs?.horizontal ?? "─"
        painter.horizontalLine(at: start, columns: columns, glyph, style: theme[.containerRule])
    }

    /// Draws a picture in a row of text. The text's background shows through transparent parts.
    func draw(_ picture: PictureRequest?, _ painter: Painter, at point: Point, style: Style) {
        guard !isBehind, let picture, case .ready(let picture) = gallery[picture] else { return }
        painter.draw(
            picture, at: point, over: style.attributes.contains(.reverse) ? style.foreground : style.background)
    }
}

extension Theming.Appearance {
    /// Nil if the appearance follows the terminal.
    fileprivate init?(_ wish: ContainerOptions.Appearance) {
        switch wish {
        case .automatic: return nil
        case .dark: self = .dark
        case .light: self = .light
        }
    }
}

/// The names of the keys that cards and sheets mention. A class, because the context of every view holds it.
final class KeyLabels: Sendable {
    let menu: SafeText
    let dismiss: SafeText
    let retry: SafeText
    let discard: SafeText
    let back: SafeText
    let inspect: SafeText
    let press: SafeText
    let refresh: SafeText
    let close: SafeText
    let accept: SafeText
    let choose: SafeText
    let search: SafeText
    let type: SafeText
    let hidden: SafeText
    let parent: SafeText
    let complete: SafeText
    let nextPart: SafeText
    let completeFilter: SafeText
    let cancelSending: SafeText
    let action: SafeText

    /// Empty names, for use before a keymap is loaded.
    static let none = KeyLabels { _ in SafeText("") }

    convenience init(_ keymap: Keymap) { self.init { SafeText(keymap.keyText(for: $0)) } }

    private init(_ label: (Command) -> SafeText) {
        menu = label(.openMenu)
        dismiss = label(.dismiss)
        retry = label(.retryAction)
        discard = label(.discardAction)
        back = label(.back)
        inspect = label(.inspect)
        press = label(.press)
        refresh = label(.refresh)
        close = label(.close)
        accept = label(.acceptPrompt)
        nextPart = label(.nextPart)
        choose = label(.menuChoose)
        search = label(.search)
        type = label(.calendarType)
        hidden = label(.toggleHidden)
        parent = label(.parentFolder)
        completeFilter = label(.completeFilter)
        complete = label(.completePath)
        cancelSending = label(.cancelSending)
        action = label(.actionButton)
    }
}
