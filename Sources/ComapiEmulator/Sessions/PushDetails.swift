import Cards

/// Validates the push token of a device.
enum PushDetails {
    /// - Throws: 400 if the object does not have all members of a device of Apple's or Google's push service.
    static func check(_ object: JSONObject) throws(EmulatorRefusal) {
        var checks = FieldChecks(object)
        let apns = checks.object("apns", isRequired: false)
        let fcm = checks.object("fcm", isRequired: false)
        if let apns {
            var inner = FieldChecks(apns, prefix: "apns.")
            _ = inner.identifier("bundleId")
            _ = inner.choice("environment", of: ["development", "production"])
            if let token = inner.identifier("token"), !token.utf8.allSatisfy(isLowercaseHex) {
                inner.fail("token", "must be the bytes of the device token in lower-case hexadecimal")
            }
            checks.include(inner)
        }
        if let fcm {
            var inner = FieldChecks(fcm, prefix: "fcm.")
            _ = inner.identifier("package")
            _ = inner.identifier("registrationId")
            checks.include(inner)
        }
        if apns == nil, fcm == nil, checks.failures.isEmpty { checks.fail("push", "needs apns or fcm") }
        try checks.finish()
    }

    private static func isLowercaseHex(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
