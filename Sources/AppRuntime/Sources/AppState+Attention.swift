package import AppCore

extension AppState {
    /// What the user looks at. A modal card that is up is not what keeps them busy.
    package var attention: ViewerAttention {
        ViewerAttention(screen: screen?.name ?? "", isBusy: !overlays.isEmpty || (focusedInput != nil && modal == nil))
    }
}
