extension AppState {
    /// Shows a letter on every element that can be pressed or filled in.
    mutating func openJump() -> [Effect] {
        let jump = JumpOverlay(frames.last.hits)
        if jump.labels.isEmpty {
            show(Strings.Jump.nothing, .information)
        } else {
            overlays.append(.jump(jump))
        }
        return []
    }
}
