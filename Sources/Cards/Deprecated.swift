// Names of earlier versions.

@available(*, deprecated, renamed: "UndoResult")
@_documentation(visibility: internal)
public typealias Undoing = UndoResult

@available(*, deprecated, renamed: "WithdrawalResult")
@_documentation(visibility: internal)
public typealias Withdrawal = WithdrawalResult

extension ButtonAction {
    @available(*, deprecated, renamed: "openLink(url:)")
    @_documentation(visibility: internal)
    public static func toLink(url: String) -> ButtonAction { .openLink(url: url) }

    @available(*, deprecated, renamed: "openSubview(id:)")
    @_documentation(visibility: internal)
    public static func toSubview(id: String) -> ButtonAction { .openSubview(id: id) }
}

extension Media.ImageAction {
    @available(*, deprecated, renamed: "openLink(url:)")
    @_documentation(visibility: internal)
    public static func toLink(url: String) -> Media.ImageAction { .openLink(url: url) }

    @available(*, deprecated, renamed: "openSubview(id:)")
    @_documentation(visibility: internal)
    public static func toSubview(id: String) -> Media.ImageAction { .openSubview(id: id) }
}
