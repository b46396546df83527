/// How large a published card may be. Generous for people, tight enough that no card can slow a viewer down.
public enum CardLimits {
    /// The whole card as JSON.
    public static let bytes = 65_536
    /// A text component; other texts have ``label``. Both in Unicode scalars.
    public static let text = 20_000
    /// Of a label.
    public static let label = 500
    /// Of an address.
    public static let url = 2048
    /// Names and ids.
    public static let name = 128
    /// In one layout.
    public static let components = 200
    /// Buttons in one container.
    public static let buttons = 20
    /// Choices of an input, items of a list at one level.
    public static let items = 500
    /// How deep lists may nest.
    public static let listDepth = 5
    /// Validation rules of an input.
    public static let rules = 20
    /// Subviews of a card.
    public static let subviews = 20
    /// Runtime variables of a card.
    public static let variables = 100
    /// Bytes that the values of runtime variables put into all texts of a card together, from the card or the host.
    public static let expansion = 262_144
    /// Levels of arrays and objects in a card, itself the first; also in the values of an answer and the properties of an
    /// analytics record. Low enough that every envelope around them stays within ``JSONParser/defaultDepthLimit``.
    public static let depth = 48
    /// Problems reported for one card; further ones are left out.
    public static let problems = 50
}
