import AppRuntime
import Cards
import Foundation
import Testing

@testable import cardstream

@Suite struct AccountCommandTests {
    @Test func `properties are texts, or JSON if requested`() throws {
        #expect(
            try SendEventCommand.read(["plan=gold", "seats:=3", "trial:=true", "note=a=b", "empty="])
                == ["plan": "gold", "seats": 3, "trial": true, "note": "a=b", "empty": ""])
    }

    @Test(arguments: ["plan", "=x", ":=3", "seats:=three", "list:=[1]", "a=1 a=2"])
    func `an invalid property is reported`(text: String) {
        #expect(throws: CommandFailure.self) {
            try SendEventCommand.read(text == "a=1 a=2" ? ["a=1", "a=2"] : [text])
        }
    }

    @Test func `fields of a profile are read as they are typed`() throws {
        let settings = try UserFields.read([
            "name=Ana Costa", "email=", "notifications=off", "times.default=08:00-12:00,13:00-17:30", "times.sun=none",
            "custom.tier=gold", "custom.since=2026-11-21", "timezone=Europe/Lisbon",
        ])
        #expect(settings.name == "Ana Costa" && settings.email == "" && settings.notificationsEnabled == false)
        #expect(settings.notificationTimes[.default]?.map(\.to) == ["12:00", "17:30"])
        #expect(settings.notificationTimes[.sunday] == [])
        #expect(settings.custom["tier"] == .text("gold"))
        #expect(settings.custom["since"] == .date(Date(timeIntervalSince1970: 20_778 * 86_400)))
    }

    @Test(arguments: [
        ("nmae=x", "did you mean \"name\"?"), ("name", "expected FIELD=VALUE"),
        ("notifications=yes", "expected on or off"),
        ("times.monday=none", "expected one of default, mon"), ("times.mon=8-9", "a 24-hour time"),
        ("times.mon=09:00", "expected \"none\", or times"), ("times.mon=10:00-09:00", "later than \"from\""),
        ("timezone=a b", "time zone"),
        ("custom.since=2026-13-45", "this date does not exist; expected 2026-11-21"),
        ("custom.since=2026-1-5", "this date does not exist"),
        ("custom.since=2026-11-21 9:30", "this date does not exist"),
        ("email=notanemail", "expected an address such as"), ("email=a b@c", "expected an address"),
        ("email=@", "address"),
        ("timezone=Mars/Phobos", "unknown time zone"), ("custom.a b=x", "letters, digits"),
    ])
    func `a wrong field is reported`(field: String, words: String) {
        let failure = #expect(throws: CommandFailure.self) { try UserFields.read([field]) }
        #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
        #expect(failure?.status == .usage)
    }

    @Test func `a field is named once, and what only resembles a date is a text`() throws {
        let failure = #expect(throws: CommandFailure.self) { try UserFields.read(["name=x", "city=y", "name=z"]) }
        #expect(failure?.message == "name is given twice" && failure?.status == .usage)
        let settings = try UserFields.read([
            "custom.order=2026-11", "custom.part=2026-11-21-7", "custom.at=2026-11-21T09:30:00Z", "email=ana@localhost",
            "custom.note=2026-11-21 moved to Porto",
        ])
        #expect(settings.custom["note"] == .text("2026-11-21 moved to Porto"))
        #expect(settings.custom["order"] == .text("2026-11") && settings.custom["part"] == .text("2026-11-21-7"))
        #expect(settings.custom["at"] == .date(Date(timeIntervalSince1970: 1_795_253_400)))
        #expect(settings.email == "ana@localhost")
    }

    @Test func `reading keys does not create them`() throws {
        let directory = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let failure = #expect(throws: CommandFailure.self) {
            try ServerKeys(file: nil, directory: directory, makes: false)
        }
        #expect(failure?.message.contains("holds no keys: check the path, or start `cardstream serve`") == true)
        #expect(!FileManager.default.fileExists(atPath: directory))
        let made = try ServerKeys(file: nil, directory: directory, makes: true)
        #expect(try ServerKeys(file: nil, directory: directory, makes: false).path == made.path)
    }

    @Test func `a table is as wide as its texts, and shows no control characters`() {
        var table = TextTable(["ID", "NAME"])
        table.add(["1", "Zoë\u{1B}[31m"])
        table.add(["long", ""])
        #expect(table.lines.first == "ID    NAME" && table.lines.last == "long")
        #expect(!table.lines.joined().unicodeScalars.contains("\u{1B}"))
    }
}
