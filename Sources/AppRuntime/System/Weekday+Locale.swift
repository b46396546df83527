import AppCore
import Basics

extension Weekday {
    /// The first day of the week in the user's locale: by the territory in `LC_ALL`, `LC_TIME` or `LANG`, of which the
    /// first non-empty one counts. Monday if it has no territory, as in `C` and `POSIX`.
    ///
    /// The territories are those of Unicode CLDR 48, supplemental/weekData.xml. The C library only provides this for
    /// installed locales, and would have to load one.
    package init(startingWeekIn environment: [String: String]) {
        let name = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let territory = name.prefix { $0 != "." && $0 != "@" }.split(separator: "_").dropFirst().first ?? ""
        self =
            Self.sunday.contains(territory)
            ? .sunday
            : Self.saturday.contains(territory)
                ? .saturday
                : territory == "MV" ? .friday : .monday
    }

    private static let sunday = territories(
        """
        AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA \
        PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW
        """)

    private static let saturday = territories("AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY")

    private static func territories(_ codes: String) -> Set<Substring> { Set(codes.split(separator: " ")) }
}
