/// What a service said besides the body of its answer.
package struct AnswerHead: Sendable {
    package var httpStatus: Int32
    /// As it came; empty where there was none.
    package var contentType: String
    /// Milliseconds of `Retry-After`; -1 where there was none.
    package var retryAfterMilliseconds: Int64

    package init(httpStatus: Int32 = 200, contentType: String = "", retryAfterMilliseconds: Int64 = -1) {
        self.httpStatus = httpStatus
        self.contentType = contentType
        self.retryAfterMilliseconds = retryAfterMilliseconds
    }

    package var isSuccess: Bool { (200...299).contains(httpStatus) }
}
