import AppCore
import CardSession

/// Switches of sources.
extension EffectRunner {
    func start(_ effect: SwitchesEffect) {
        runTask { session, mailbox in
            switch effect {
            case .list(let stream):
                do {
                    mailbox.post(.switches(.listed(try await session.switches(of: stream), stream)))
                } catch {
                    mailbox.post(.switches(.failed(nil, stream, reason: RequestError(ofRequest: error).reason)))
                }
            case .set(let key, let isOn, let stream):
                do { try await session.setSwitch(key, isOn: isOn, of: stream) } catch {
                    mailbox.post(.switches(.failed(key, stream, reason: RequestError(ofRequest: error).reason)))
                }
            }
        }
    }
}
