import Foundation
import PostgresSupport

/// A fault that occurs while cards are published and answered.
enum Fault: String, CaseIterable {
    /// A server exits, as after a crash, and is started again.
    case kill
    /// A server hangs for a while.
    case hang
    /// The connections on which the servers are notified of each other's changes are closed.
    case deafen
    /// All connections to the database are closed.
    case disconnect
    /// The database restarts: `crash` without a shutdown, `restart` after a fast one.
    case crash
    case restart
    /// The network between one server and the database transmits nothing. Then it continues, or its connections are
    /// lost.
    case cut
    /// The disk of the database is full.
    case disk

    /// The faults to test: all that this machine supports, or those in `CARDSTREAM_FAULTS`, separated by commas.
    static var chosen: [Fault] {
        let all = allCases.filter { $0 != .disk || PostgresCluster.canLimitDisk }
        guard let names = ProcessInfo.processInfo.environment["CARDSTREAM_FAULTS"] else { return all }
        return names.split(separator: ",").compactMap { name in all.first { $0.rawValue == name } }
    }

    /// Whether the fault affects only one server.
    var isOfOneServer: Bool { [.kill, .hang, .cut].contains(self) }
}
