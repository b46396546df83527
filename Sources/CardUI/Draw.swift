package import Canvas
internal import Cards
package import Theming
package import ViewModels

/// Draws the whole screen and reports the layout; see ``FrameReport`` for the contract. Every cell is written. Pure:
/// the cache only saves work.
package func draw(
    _ state: AppState, theme: Theme, cache: inout LayoutCache, into surface: inout Surface
) -> FrameReport {
    surface.clear(style: theme[.base])
    let keys = cache.keys(state.keymap, layer: state.keyLayer)
    var view = ScreenView(state: state, theme: theme, keys: keys, size: surface.size)
    view.draw(surface.painter(), cache: &cache)
    return view.report
}
