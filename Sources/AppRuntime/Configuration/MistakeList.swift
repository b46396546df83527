/// Collects the mistakes in a part of the configuration, so that all of them can be reported together. A class, so that
/// a closure passed to ``collect(_:)`` can also append to it.
final class MistakeList {
    private(set) var all: [ConfigError] = []

    func append(_ mistake: ConfigError) { all.append(mistake) }

    /// Runs the closure, and records its mistake. Returns its result; nil if it throws.
    @discardableResult
    func collect<Value>(_ work: () throws(ConfigError) -> Value) -> Value? {
        do throws(ConfigError) { return try work() } catch {
            all.append(error)
            return nil
        }
    }
}
