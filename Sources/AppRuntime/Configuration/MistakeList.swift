/// Collects the mistakes in a part of the configuration, so that all of them can be reported together. A class, so that
/// a closure passed to ``collect(_:)`` can also append to it.
final class MistakeList {
    private(set) var all: [ConfigError] = []

    /// Adds a mistake, unless it was already found, since several readers may read a setting.
    func append(_ mistake: ConfigError) {
        if !all.contains(mistake) { all.append(mistake) }
    }

    /// Runs the closure, and records its mistake. Returns its result; nil if it throws.
    @discardableResult
    func collect<Value>(_ work: () throws(ConfigError) -> Value) -> Value? {
        do throws(ConfigError) { return try work() } catch {
            append(error)
            return nil
        }
    }
}
