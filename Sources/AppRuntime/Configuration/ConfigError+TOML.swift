package import TOML

extension ConfigError {
    /// An error for a file that is not TOML.
    package init(_ error: TOMLError, in path: String) {
        self.init(.file(path: path, line: error.line, column: error.column), error.message)
    }
}
