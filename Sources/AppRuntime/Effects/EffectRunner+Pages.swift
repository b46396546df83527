import AppCore
import CardSession
import Cards

/// Loads further pages of content within a card.
extension EffectRunner {
    func start(_ effect: PageEffect) {
        switch effect {
        case .load(let request):
            pageLoads[request]?.cancel()
            pageLoads[request] = runTask { session, mailbox in
                let outcome: PageEvent.Outcome
                do {
                    outcome = .loaded(try await session.page(request.name, of: request.card, in: request.stream))
                } catch {
                    outcome = .failed(PageFailure(RequestError(ofRequest: error)))
                }
                if !Task.isCancelled { mailbox.post(.page(PageEvent(request, outcome))) }
            }
        case .cancel(let requests):
            for request in requests { pageLoads.removeValue(forKey: request)?.cancel() }
        }
    }

    func pageSettled(_ request: PageRequest) { pageLoads[request] = nil }
}

extension PageFailure {
    fileprivate init(_ error: RequestError) {
        switch error {
        case .network(let cause) where cause.httpStatus == nil: self = .offline
        default: self = .other(reason: error.reason)
        }
    }
}
