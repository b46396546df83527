import Basics
import CardStreamCordial

/// Asks a shell command of the user's where this machine is, at most once a minute.
actor LocationCommand {
    private let command: String
    private var last: (location: CordialLocation?, at: ContinuousClock.Instant)?

    /// Seconds that the command may take, and for which its answer holds.
    private static let (limit, lifetime) = (2.0, 60.0)

    init(_ command: String) { self.command = command }

    /// The place; nil if the command fails or prints something else.
    func location() async -> CordialLocation? {
        if let last, last.at.duration(to: .now) < .seconds(Self.lifetime) { return last.location }
        let command = command
        let output = await Blocking.run { ShellCommand.run(command, limit: Self.limit, wanted: "place") }
        // Without a place the event is sent all the same.
        let text = (try? output.get()).map { String(decoding: $0, as: UTF8.self) }
        let location = text.flatMap(Self.read)
        last = (location, .now)
        return location
    }

    /// Reads two numbers, separated by blanks or a comma; nil for anything else.
    static func read(_ text: String) -> CordialLocation? {
        let numbers = text.split { $0.isWhitespace || $0 == "," }.map { Double($0) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        else { return nil }
        return CordialLocation(latitude: latitude, longitude: longitude)
    }
}
