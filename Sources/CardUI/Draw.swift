package import AppCore
package import Canvas
internal import Cards
package import Theming

/// Draws the whole screen and reports the layout; see ``FrameReport`` for the contract. Every cell is written. Pure:
/// the cache only saves work.
///
/// - Parameters:
///   - other: The theme for the other background, where some container or screen asks for one; see
///     ``AppState/wantsOtherAppearance(than:)``.
///   - containers: The themes of containers that have one of their own, for the background that each asks for.
package func draw(
    _ state: AppState, theme: Theme, other: Theme? = nil, containers: [ContainerID: Theme] = [:],
    cache: inout LayoutCache, into surface: inout Surface
) -> FrameReport {
    let keys = cache.keys(state.settings.keymap, layer: state.keyLayer)
    var view = ScreenView(
        state: state, theme: theme, other: other, containers: containers, keys: keys, size: surface.size)
    surface.clear(style: view.context.theme[.base])
    view.draw(surface.painter(), cache: &cache)
    return view.report
}
