internal import CardStore

import struct Foundation.Date

/// The stores of a profile's accounts; see ``AccountStores``. No session may have the store open.
extension CardSession {
    /// Whether stores of other accounts are put aside beside a store.
    package static func hasOtherAccounts(at path: String) -> Bool { AccountStores(path: path).hasOthers }

    /// Puts a store aside, and takes that of the wanted account back if there is one. Blocks for up to 5 seconds while
    /// another process uses the store.
    ///
    /// - Parameter isWanted: Whether an owner of a store, see ``owner()``, is the wanted account.
    /// - Throws: ``SessionError/inUse(path:processID:)`` if another process still uses the store; errors of opening.
    package static func changeAccount(at path: String, to isWanted: (String) -> Bool) throws(SessionError) {
        do throws(StoreError) { try AccountStores(path: path).change(at: Date(), to: isWanted) } catch {
            throw SessionError(error)
        }
    }

    /// Deletes the stores of other accounts that are put aside, except those that cannot be read.
    ///
    /// - Parameter isKept: Whether the store of an owner stays.
    /// - Returns: The paths of the stores that cannot be read.
    /// - Throws: ``SessionError`` if the folder cannot be written.
    package static func removeOtherAccounts(
        at path: String, except isKept: (String) -> Bool
    ) throws(SessionError) -> [String] {
        do throws(StoreError) { return try AccountStores(path: path).removeOthers(except: isKept) } catch {
            throw SessionError(error)
        }
    }
}
