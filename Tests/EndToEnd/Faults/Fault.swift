import Foundation
import PostgresSupport

/// What fails while cards are published and answered.
enum Fault: String, CaseIterable {
    /// A server ends, as by a crash, and starts again.
    case kill
    /// A server hangs for a while.
    case hang
    /// The connections on which the servers hear of each other's changes end.
    case deafen
    /// All connections to the database end.
    case disconnect
    /// The database restarts, as after a crash.
    case crash
    case restart
    /// Nothing passes between one server and the database. Then it goes on, or the connections are lost.
    case cut
    /// The disk of the database has no space.
    case disk

    /// Those to test: all that this machine can have, or those of `CARDSTREAM_FAULTS`, separated by commas.
    static var chosen: [Fault] {
        let all = allCases.filter { $0 != .disk || PostgresCluster.canLimitDisk }
        guard let names = ProcessInfo.processInfo.environment["CARDSTREAM_FAULTS"] else { return all }
        return names.split(separator: ",").compactMap { name in all.first { $0.rawValue == name } }
    }

    /// Whether all servers but one go on.
    var isOfOneServer: Bool { [.kill, .hang, .cut].contains(self) }
}
