import Crypto

/// SHA-256 as text.
package enum SHA256Text {
    /// 64 hexadecimal digits in lower case.
    package static func of(_ bytes: some Sequence<UInt8>) -> String {
        var hash = SHA256()
        hash.update(data: Array(bytes))
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
