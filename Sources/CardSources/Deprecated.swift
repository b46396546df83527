import Basics

// Deprecated names and calls, which take seconds as numbers.

extension SourceRefusal {
    @available(*, deprecated, message: "use a Duration, such as .seconds(5)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init(
        _ reason: Reason, title: String? = nil, detail: String? = nil, field: String? = nil, name: String? = nil,
        status: Int? = nil, retryAfter: Double?
    ) {
        self.init(
            reason, title: title, detail: detail, field: field, name: name, status: status,
            retryAfter: retryAfter.map { .waiting($0) })
    }
}

extension StreamTheme {
    @available(*, deprecated, renamed: "maximumBytes")
    @_documentation(visibility: internal)
    public static var mostBytes: Int { maximumBytes }
}
