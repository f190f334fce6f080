/// What a service said besides the body of its answer.
package struct AnswerHead: Sendable {
    package var httpStatus: Int32
    /// As it came; empty where there was none.
    package var contentType: String
    /// Milliseconds of `Retry-After`; -1 where there was none.
    package var retryAfterMilliseconds: Int64

    let isHTTP: Bool

    package init(
        httpStatus: Int32 = 200,
        contentType: String = "",
        retryAfterMilliseconds: Int64 = -1,
        isHTTP: Bool = true
    ) {
        self.isHTTP = isHTTP
        self.httpStatus = httpStatus
        self.contentType = contentType
        self.retryAfterMilliseconds = retryAfterMilliseconds
    }

    /// That of an answer which came by no network: a host's own provider gave it.
    package static let none = AnswerHead(httpStatus: 0, isHTTP: false)

    package var isSuccess: Bool { !isHTTP || (200...299).contains(httpStatus) }
}
