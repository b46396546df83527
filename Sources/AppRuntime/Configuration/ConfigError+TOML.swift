package import TOML

extension ConfigError {
    /// A file that is not TOML.
    package init(_ error: TOMLError, in path: String) {
        self.init(.file(path: path, line: error.line, column: error.column), error.message)
    }
}
