/// An offset date-time, a local date-time, a local date or a local time: missing parts are nil.
package struct TOMLDateTime: Equatable, Sendable {
    package struct Day: Equatable, Sendable {
        package var year: Int
        package var month: Int
        package var day: Int
    }

    package struct Time: Equatable, Sendable {
        package var hour: Int
        package var minute: Int
        /// 60 for a leap second.
        package var second: Int
        /// Digits beyond nine are truncated.
        package var nanosecond: Int
    }

    package var day: Day?
    package var time: Time?
    /// Minutes east of UTC.
    package var offset: Int?
}
