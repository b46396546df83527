internal import ArgumentParser
internal import Cards

/// Reads the durations of options: a number of seconds, or a duration as in cards.
enum DurationArgument {
    /// Reads a duration in seconds. For the parameter `transform` of an option.
    static func seconds(_ text: String) throws -> Double {
        guard let seconds = CardDuration.seconds(text) else {
            throw ValidationError("expected \(CardDuration.secondsExpected).")
        }
        return seconds
    }
}
