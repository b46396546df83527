public import Cards

// Names of earlier versions.

extension CardContainer {
    @available(*, deprecated, renamed: "streamID")
    @_documentation(visibility: internal)
    public var stream: StreamID { streamID }
}
