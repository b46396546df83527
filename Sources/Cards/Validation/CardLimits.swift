/// How large a published card may be. Generous for people, tight enough that no card can slow a viewer down.
public enum CardLimits {
    /// The whole card as JSON.
    public static let bytes = 65_536
    /// A text component; other texts have ``label``. Both in Unicode scalars.
    public static let text = 20_000
    public static let label = 500
    public static let url = 2048
    /// Names and ids.
    public static let name = 128
    /// In one layout.
    public static let components = 200
    public static let buttons = 20
    /// Choices of an input, items of a list at one level.
    public static let items = 500
    /// How deep lists may nest.
    public static let listDepth = 5
    public static let rules = 20
    public static let subviews = 20
    public static let variables = 100
    /// Problems reported for one card; further ones are left out.
    public static let problems = 50
}
