import Foundation
import Testing

@testable import Basics

/// The time zones of the machine's database, compared with those of Foundation, which the program does not use.
struct ZoneDatabaseTests {
    private static let now = Date(timeIntervalSince1970: 1_780_000_000)

    @Test(arguments: [
        "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/St_Johns", "America/Nuuk", "America/Sao_Paulo",
        "Asia/Kathmandu", "Asia/Tokyo", "Asia/Tehran", "Africa/Cairo", "Australia/Lord_Howe", "Pacific/Auckland",
        "Pacific/Chatham", "Etc/GMT+5", "UTC",
    ])
    func `a zone has the same offsets as in Foundation`(name: String) throws {
        let zone = try #require(ZoneDatabase.zone(named: name, around: Self.now))
        let known = try #require(TimeZone(identifier: name))
        // Steps of a few hours, so that every change is between two of them.
        for step in stride(from: -366 * 24, through: 3 * 366 * 24, by: 5) {
            let date = Self.now + Double(step) * 3600
            #expect(zone.offset(at: date) == known.secondsFromGMT(for: date), "\(name) at \(date)")
        }
    }

    @Test(arguments: [
        ("CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Berlin"), ("EST5EDT,M3.2.0,M11.1.0", "America/New_York"),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "Europe/Dublin"), ("NZST-12NZDT,M9.5.0,M4.1.0/3", "Pacific/Auckland"),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "Australia/Lord_Howe"),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "America/Nuuk"), ("<+0545>-5:45", "Asia/Kathmandu"),
    ])
    func `a rule makes the changes of its zone`(text: String, name: String) throws {
        let rule = try #require(ZoneRule(text))
        let zone = LocalZone(firstOffset: rule.standardOffset, changes: rule.changes(in: 2024...2030))
        let known = try #require(TimeZone(identifier: name))
        for hour in stride(from: 0, to: 2 * 366 * 24, by: 1) {
            let date = Self.now + Double(hour) * 3600
            #expect(zone.offset(at: date) == known.secondsFromGMT(for: date), "\(text) at \(date)")
        }
    }

    @Test func `days of a rule are counted with and without 29 February`() throws {
        func start(_ day: String, _ year: Int) throws -> Int {
            let rule = try #require(ZoneRule("AAA0BBB,\(day)/0,J365"))
            return Int(rule.changes(in: year...year)[0].at.timeIntervalSince1970)
        }
        let march = CivilDate(year: 2028, month: 3, day: 1).secondsSince1970
        #expect(try start("J60", 2028) == march && start("60", 2028) == march)
        #expect(try start("J59", 2028) == march - 2 * 86_400 && start("59", 2028) == march - 86_400)
        #expect(try start("J60", 2027) == CivilDate(year: 2027, month: 3, day: 1).secondsSince1970)
    }

    @Test(arguments: [
        "", "CET", "C-1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1x", "<CET-1",
    ])
    func `text that is not a rule is refused`(text: String) { #expect(ZoneRule(text) == nil) }

    @Test func `invalid zone names are refused, and no file outside the database is read`() {
        for name in [
            "", "Nowhere/City", "../../etc/hosts", "/etc/hosts", "Europe", "Europe/Berlin\0x", "posixrules/..",
        ] {
            #expect(ZoneDatabase.zone(named: name, around: Self.now) == nil && !ZoneDatabase.isHere(name), "\(name)")
        }
    }

    @Test func `a damaged file is no zone, whatever is wrong with it`() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
        #expect(LocalZone(zoneFile: bytes, around: Self.now) != nil)
        var random = SystemRandomNumberGenerator()
        for length in 0..<min(200, bytes.count) {
            #expect(LocalZone(zoneFile: Array(bytes.prefix(length)), around: Self.now) == nil)
        }
        // No damaged file may crash the program.
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<4 { damaged[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255) }
            _ = LocalZone(zoneFile: damaged, around: Self.now)
        }
    }
}
