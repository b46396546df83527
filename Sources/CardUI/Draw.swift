package import AppCore
package import Canvas
internal import Cards
package import Theming

/// Draws the whole screen and reports its layout; see ``FrameReport`` for the contract. Writes every cell. The function
/// is pure: the cache only saves time.
///
/// - Parameters:
///   - other: The theme for the opposite background (dark or light), if a container or screen asks for it; see
///     ``AppState/wantsOtherAppearance(than:)``.
///   - containers: The themes of containers that have their own, for the background that each container asks for.
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
