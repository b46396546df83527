/// A complete WebSocket message.
package struct WebSocketMessage: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case text, binary }

    package var kind: Kind
    /// Valid UTF-8 in a text message.
    package var bytes: [UInt8]

    package init(_ kind: Kind, _ bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }

    package static func text(_ text: String) -> Self { Self(.text, Array(text.utf8)) }
}

/// Close codes of RFC 6455 7.4.1.
package enum CloseCode {
    package static let normal = 1000
    package static let protocolError = 1002
    /// Never sent. It means that the peer gave no code.
    package static let none = 1005
    package static let badData = 1007
    package static let tooBig = 1009

    /// Whether the code is allowed in a close frame: defined (also by IANA's registry) or in the ranges for libraries
    /// and applications.
    package static func isValid(_ code: Int) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
