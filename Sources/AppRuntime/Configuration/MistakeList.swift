/// Collects the mistakes of a part of the configuration, so that all of them can be reported at once. A class, so that
/// work that is passed to it can use it, too.
final class MistakeList {
    private(set) var all: [ConfigError] = []

    func append(_ mistake: ConfigError) { all.append(mistake) }

    /// The result of the work; nil if it found a mistake.
    @discardableResult
    func collect<Value>(_ work: () throws(ConfigError) -> Value) -> Value? {
        do throws(ConfigError) { return try work() } catch {
            all.append(error)
            return nil
        }
    }
}
