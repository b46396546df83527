extension AppState {
    /// Puts a letter on everything that can be pressed or filled in.
    mutating func openJump() -> [Effect] {
        let jump = JumpOverlay(lastFrame.hits)
        if jump.labels.isEmpty {
            show(Strings.Jump.nothing, .information)
        } else {
            overlays.append(.jump(jump))
        }
        return []
    }

    /// Goes where the letter leads, or waits for the second one; another key ends it.
    mutating func jump(by character: Character) -> [Effect] {
        guard case .jump(var jump)? = overlays.last else { return [] }
        jump.typed += character.lowercased()
        let candidates = jump.candidates
        if candidates.count == 1, candidates[0].text == jump.typed {
            overlays.removeLast()
            return activate(candidates[0].target)
        }
        if candidates.isEmpty {
            overlays.removeLast()
            show(Strings.Jump.noLabel(jump.typed), .information)
        } else {
            overlays[overlays.count - 1] = .jump(jump)
        }
        return []
    }
}
