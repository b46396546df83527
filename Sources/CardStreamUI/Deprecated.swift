import CCurses
public import Cards

// Names and signatures of earlier versions.

extension CardContainer {
    @available(*, deprecated, renamed: "streamID")
    @_documentation(visibility: internal)
    public var stream: StreamID { streamID }

    @available(*, deprecated, message: "pass the window as it is, an UnsafeMutablePointer<WINDOW>")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func paint(on window: UnsafeMutableRawPointer) { paint(on: window.assumingMemoryBound(to: WINDOW.self)) }
}

extension CardContainer {
    @available(*, deprecated, renamed: "isVisible")
    @_documentation(visibility: internal)
    public var isUp: Bool { isVisible }

    @available(*, deprecated, renamed: "cursorPosition")
    @_documentation(visibility: internal)
    public var cursor: (column: Int, row: Int)? { cursorPosition.map { ($0.column, $0.row) } }
}
