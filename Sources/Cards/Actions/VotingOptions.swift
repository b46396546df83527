/// The votes that a container offers on all of its cards, in addition to those that a card itself offers (Atomic iOS
/// SDK 24.3, `cardVotingOptions`).
public struct VotingOptions: OptionSet, Hashable, Sendable {
    /// The bits of the options.
    public let rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The vote "this is useful".
    public static let useful = VotingOptions(rawValue: 1)
    /// The vote "this isn't useful".
    public static let notUseful = VotingOptions(rawValue: 2)
}
