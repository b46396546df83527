import CardSources
import Cards

/// Starts and ends connections and fetches, one of each at a time.
extension SyncEngine {
    func connect() {
        disconnect()
        let number = connectionNumber
        connection = Task {
            await self.renewal?.value
            await self.run(connection: number)
        }
    }

    func disconnect() {
        connectionNumber += 1
        connection?.cancel()
        connection = nil
        tokenRenewal?.cancel()
        tokenRenewal = nil
        inbox = LiveInbox()
        if let live {
            Task { await live.close() }
        }
        live = nil
    }

    /// Waits for the next token, and then reopens the live feed: a live feed ends with the token that opened it, and
    /// must be reopened before that token expires.
    func awaitSuccessor(connection number: Int) {
        tokenRenewal = Task { [tokens] in
            guard await tokens?.hasSuccessor() == true, number == self.connectionNumber else { return }
            self.handle(.tokenRenewed)
        }
    }

    func checkLive() {
        guard let live else { return }
        Task { await live.check() }
    }

    func fetch() {
        isFetchWanted = true
        guard fetching == nil else { return }
        fetchNumber += 1
        let number = fetchNumber
        fetching = Task {
            await self.renewal?.value
            while number == self.fetchNumber {
                self.isFetchWanted = false
                let result = await self.fetchAll()
                guard number == self.fetchNumber else { return }
                if self.isFetchWanted { continue }
                self.fetching = nil
                switch result {
                case .success: self.handle(.fetched)
                case .failure(let failure): self.handle(.fetchFailed(failure))
                }
                return
            }
        }
    }

    func abandonFetch() {
        fetching?.cancel()
        fetching = nil
        fetchNumber += 1
    }
}
