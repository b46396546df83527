import Foundation
import Support
import Testing

@testable import FeedServer

/// Tokens that other programs have signed.
@Suite struct TokenKeyTests {
    @Test func `signatures of other programs are valid`() throws {
        #expect(try Self.isValid(Self.rs256, by: .rs256(publicKey: Self.rsaKey)))
        #expect(try Self.isValid(Self.rs512, by: .rs512(publicKey: Self.rsaKey)))
        #expect(try Self.isValid(Self.es256, by: .es256(publicKey: Self.ecKey)))
        #expect(try Self.isValid(Self.hs256, by: .hs256(secret: "a-string-secret-at-least-256-bits-long")))
    }

    @Test func `a signature of another key, algorithm, padding or form is invalid`() throws {
        #expect(try !Self.isValid(Self.rs256, by: .rs512(publicKey: Self.rsaKey)))
        #expect(try !Self.isValid(Self.rs512, by: .rs256(publicKey: Self.rsaKey)))
        // RSA with PSS padding is another algorithm, and so is ECDSA with the DER signatures of certificates.
        #expect(try !Self.isValid(Self.pss, by: .rs256(publicKey: Self.rsaKey)))
        #expect(try !Self.isValid(Self.es256InDER, by: .es256(publicKey: Self.ecKey)))
        #expect(try !Self.isValid(Self.hs256, by: .hs256(secret: String(repeating: "s", count: 32))))
    }

    @Test func `a signature with missing or added parts is invalid`() throws {
        for (token, verification) in [
            (Self.rs256, .rs256(publicKey: Self.rsaKey)), (Self.es256, .es256(publicKey: Self.ecKey)),
            (Self.hs256, .hs256(secret: "a-string-secret-at-least-256-bits-long")),
        ] as [(String, ServerConfig.Verification)] {
            let key = try TokenKey(verification)
            let token = try #require(CompactToken(Array(token.utf8)))
            for changed in [[], token.signature.dropLast(), token.signature + [0], token.signature.map { $0 ^ 1 }] {
                #expect(!key.isValid(Array(changed), for: token.signingInput))
            }
        }
    }

    @Test func `a key of another algorithm, or one that is too short, is refused`() {
        for verification in [
            .hs256(secret: String(repeating: "s", count: 31)), .rs256(publicKey: Self.ecKey),
            .rs512(publicKey: Self.smallKey), .es256(publicKey: Self.rsaKey), .es256(publicKey: ""),
        ] as [ServerConfig.Verification] {
            #expect(throws: TokenKey.Invalid.self) { try TokenKey(verification) }
        }
    }

    private static func isValid(_ token: String, by verification: ServerConfig.Verification) throws -> Bool {
        let token = try #require(CompactToken(Array(token.utf8)))
        return try TokenKey(verification).isValid(token.signature, for: token.signingInput)
    }

    /// The example from jwt.io.
    private static let hs256 =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiYWRtaW4"
        + "iOnRydWUsImlhdCI6MTUxNjIzOTAyMn0.KMUFsIDTnFmyG3nMiGM6H9FNFUROf3wh7SmqJp-QV30"

    // Generated with the `cryptography` package of Python.
    private static let rs256 =
        "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbmEiLCJleHAiOjQxMDI0NDQ4MDB9.CSKUTP93PIMf61VP4mE8hq0-PRKaU907AO"
        + "46a-4_h4exvxdF2RzOaNIrEpij6gMtuoRIvU1OyGB8bKoea_NgvXm_vf_RZBfLI-yj2qOJSI9-kB_wnIYoO1s7eNHH5Ij1qz"
        + "AG3IzPz4nAduLnT5CDVqgIV2z0UTiRHlnumGHXawkFm01mK9EA6Y1Vs4R-uy4yJR-Wk8bZvirmKvSEDSt-RTtD4na6F1Q4bm"
        + "mA6boFgmbamfnalMKocRdtFWtfwSbBhQ6gWOLbNoxFKp40fvxCc2N1Vc6RMN5KPjPD8tV2nGOtzEifwNEr7_yCTJOzpyMAIC"
        + "ISOTG925ZFBxCvo42cfw"
    private static let rs512 =
        "eyJhbGciOiJSUzUxMiJ9.eyJzdWIiOiJhbmEiLCJleHAiOjQxMDI0NDQ4MDB9.inodBehEAmK3ZAj0zHeKkj4sRGSF-eUzeC"
        + "iIbDnb-OiQh2k0ryB9guteMF5cSrfNYA5QCrI4yy6jj-PI01KAxx1JvAyADx2lGdy9zYqqS5Z8c0v8oqCcAZSpbK2SASt0JC"
        + "myqWxlyraOCiSieu3fhNegvuSJzJ_TNOJi_pVRh94uS6GmRsUkdg7-ZOScroYLtaRLR1LA79xyDVjGvu0dmUURvvNltgecXT"
        + "CN0S0ZD5KADJ6jZhmNwPaKFoGoq_xcuLbFBmk3LXaBVxdCNJ7m7xepSbeFhc2cpQ_DPplDpb5R2IHtJavtVOLVcQBiZzyb_m"
        + "eUCDvPKlt84E62-Hr_uw"
    private static let pss =
        "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbmEiLCJleHAiOjQxMDI0NDQ4MDB9.mw7cnoi0ZTcVQamT0uGii3ei1jno2CRG9N"
        + "dR5QWbD67h9ZHg54NMdl4nV6YKsFA_RUPr_eaR2_JeXfAq7CKRRCxfM41KjNqNxHApIrQvHXS0bj-rRnjwUnYrlvRhMbLHkl"
        + "nJt3cQws8tScF65yNKGtweHU8h-_f7aymIpmvm3PsnmN9ZTAIK1bDvp-D-vP_1dTGLfbT9IPIAFTj3U0-SqhidzP4rK3hwFe"
        + "cGK4OXsg3B4s-uFUKNpMxTnKNJRwWTD4zRHejNCYt9zmJqyNAV8OLLjW24EdmTROyu_0Oj_iuEXbl0GndTHkf7rvCmQbzCK7"
        + "lg8DCTmDiltUhU3sz3uw"
    private static let es256 =
        "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbmEiLCJleHAiOjQxMDI0NDQ4MDB9.NWFTyDlp7H0TsBOQHcXEmZpWsilO1_bCb7"
        + "swVgrmi9VJ_esJv6Mnv3kplnmYWkMh0kEBG_hhitRn6iT8Bvs5jg"
    private static let es256InDER =
        "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbmEiLCJleHAiOjQxMDI0NDQ4MDB9.MEQCIDVhU8g5aex9E7ATkB3FxJmaVrIpTt"
        + "f2wm-7MFYK5ovVAiBJ_esJv6Mnv3kplnmYWkMh0kEBG_hhitRn6iT8Bvs5jg"
    private static let rsaKey = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAv+CmT/sFwVy0On0n3/1f
        d3SrkEQUPKt6g9LCg/ByAT7lOZ0wvu0vFUTaryhrQBdipqEcDe2WGE2oItOCT/5Q
        HsclamSo7UUKeqIXOymvn6usBrLRf4VTw+5Oy2LmbVX+kTvUY3yuRGvRMmBPvOCH
        0H7hANXUFKfbehhE6l2P3jkn/ctJ9cpfgSRF+zIwUA8DT6wtsV/VAn6955Vole/A
        aYGET5Q9iHEONQc5n67723xgx/R8/B8NNn1zhxb9Ur8QnwGdWYudizSvgT9g+2By
        qlV5HimNH8uvYIRBg8yppVMQ7cfuYjrXYVllXEb4XpLYjtLnSHuTbgAUcxYf0M6M
        AQIDAQAB
        -----END PUBLIC KEY-----
        """
    private static let ecKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE9b02Eq4Tp5QozLKlKQYL8IUSYjfg
        XboERRv1cLWjuwcCniKT2IX/tabATAH0TOsmGRQvRx4FJvGixW3rr03Omg==
        -----END PUBLIC KEY-----
        """
    /// A key of 1,024 bits.
    private static let smallKey = """
        -----BEGIN PUBLIC KEY-----
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQCzXDy7dirCtuWB+6nTV1L34IyM
        miC6KKQkEHEi8n+h7tanxBJKOjsgrBF5FjekN+2saowXy+TJXqMooOXSKsAm460x
        3v4gOxUyfd/+p1t+vX8b3h71+MO2BRtGuRa3/d12YyAU0E5iB0Gjn9NROH6o+stC
        WCrZZ/AsgnwYP8JnrwIDAQAB
        -----END PUBLIC KEY-----
        """
}
