/// A mouse event, in cells.
package struct MouseEvent: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case press(Button)
        case release(Button)
        case drag(Button)
        case scrollUp
        case scrollDown
    }

    package enum Button: Hashable, Sendable {
        case left, middle, right
    }

    package let action: Action
    package let position: Point
    package let modifiers: KeyChord.Modifiers

    package init(_ action: Action, at position: Point, modifiers: KeyChord.Modifiers = []) {
        self.action = action
        self.position = position
        self.modifiers = modifiers
    }
}
