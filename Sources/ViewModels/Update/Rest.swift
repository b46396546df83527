import Canvas
import Cards

extension AppState {
    mutating func perform(_ command: Command) -> [Effect] {
        switch command {
        case .nextCard: step(1)
        case .previousCard: step(-1)
        case .firstCard: jump(to: .start)
        case .lastCard: jump(to: .end)
        case .quit: [.quit(code: 0)]
        default: []
        }
    }
    mutating func click(_ point: Point) -> [Effect] { [] }
    mutating func turnWheel(_ rows: Int) -> [Effect] { [] }
    mutating func resize(_ size: Size) -> [Effect] {
        self.size = size
        return []
    }
    mutating func receive(_ window: CardWindow, in container: ContainerID) -> [Effect] { [] }
    mutating func feedFailed(_ container: ContainerID, reason: String) -> [Effect] { [] }
    mutating func receive(_ status: SyncStatus) -> [Effect] {
        syncStatus = status
        return []
    }
    mutating func settle(_ response: CardResponse, of card: CardID, outcome: ResponseOutcome) -> [Effect] { [] }
    mutating func editPrompt(_ edit: (inout TextField) -> Void) {}
    mutating func editField(_ edit: (inout TextField) -> Void) {}
}
