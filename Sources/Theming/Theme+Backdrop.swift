package import Canvas

extension Theme {
    /// The style of content behind a modal card: ``StyleScope/modalBackdrop``, dimmed unless it is already as faint as
    /// the frames of cards. Without colours, or with those of the terminal, only the attribute decides.
    package var backdrop: Style {
        let style = self[.modalBackdrop]
        let ground = self[.modal].background
        if let behind = Contrast.ratio(style.foreground, ground),
            let frames = Contrast.ratio(self[.cardBorder].foreground, ground), behind <= frames
        {
            return style
        }
        return style.adding(.dim)
    }
}
