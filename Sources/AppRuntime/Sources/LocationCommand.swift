import Basics
import CardStreamCordial

/// Runs a shell command of the user for the location of this machine, at most once a minute.
actor LocationCommand {
    private let command: String
    private var last: (location: CordialLocation?, at: ContinuousClock.Instant)?

    /// The maximum run time of the command, and the lifetime of its result, in seconds.
    private static let (limit, lifetime) = (2.0, 60.0)

    init(_ command: String) { self.command = command }

    /// The location; nil if the command fails or its output is not valid.
    func location() async -> CordialLocation? {
        if let last, last.at.duration(to: .now) < .seconds(Self.lifetime) { return last.location }
        let command = command
        let output = await Blocking.run { ShellCommand.run(command, limit: Self.limit, wanted: "place") }
        // If there is no location, the event is sent without one.
        let text = (try? output.get()).map { String(decoding: $0, as: UTF8.self) }
        let location = text.flatMap(Self.read)
        last = (location, .now)
        return location
    }

    /// Parses two numbers that are separated by blanks or a comma; nil for anything else.
    static func read(_ text: String) -> CordialLocation? {
        let numbers = text.split { $0.isWhitespace || $0 == "," }.map { Double($0) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        return CordialLocation(latitude: latitude, longitude: longitude)
    }
}
