package import Canvas

extension Theme {
    /// How what is behind a modal card looks: ``StyleScope/modalBackdrop``, and dim unless that is as faint as the frames
    /// of cards by itself. Without colours, and with those of the terminal's owner, only the modifier tells.
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
