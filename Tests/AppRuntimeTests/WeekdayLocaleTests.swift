import AppCore
import AppRuntime
import Basics
import Testing

struct WeekdayLocaleTests {
    static let locales: [([String: String], Weekday)] = [
        ([:], .monday), (["LANG": "C.UTF-8"], .monday), (["LANG": "de_DE.UTF-8"], .monday),
        (["LANG": "en_US.UTF-8"], .sunday), (["LANG": "ar_EG@x"], .saturday), (["LANG": "dv_MV"], .friday),
        (["LANG": "en_US.UTF-8", "LC_TIME": "en_GB.UTF-8"], .monday),
        (["LC_ALL": "pt_BR", "LC_TIME": "en_GB", "LANG": "C"], .sunday),
        (["LC_ALL": "", "LANG": "ja_JP"], .sunday), (["LANG": "en"], .monday), (["LANG": "_"], .monday),
    ]

    @Test(arguments: locales)
    func `the first day of the week follows the user's locale`(environment: [String: String], expected: Weekday) {
        #expect(Weekday(startingWeekIn: environment) == expected)
    }
}
