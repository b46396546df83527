// Deprecated names.

extension ComapiConversations {
    @available(*, deprecated, renamed: "maximumPageLength")
    @_documentation(visibility: internal)
    public static var greatestPage: Int { maximumPageLength }

    @available(*, deprecated, renamed: "maximumInlineBytes")
    @_documentation(visibility: internal)
    public static var greatestInlinePart: Int { maximumInlineBytes }
}
