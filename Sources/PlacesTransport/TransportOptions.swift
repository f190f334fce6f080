/// How a transport reaches its services.
package struct TransportOptions: Sendable {
    package var connectTimeoutMilliseconds: UInt32 = 5_000
    /// Longer bodies are refused, before and after decompression.
    package var maximumBodyBytes = 16 << 20
    package var userAgent = ""
    /// A file with certificates of authorities in PEM, instead of the system's; nil for the system's.
    package var authorityFile: String?
    /// A folder with such certificates, as `c_rehash` makes it.
    package var authorityFolder: String?
    /// nil follows the environment (`https_proxy`, `no_proxy`, ...); empty means none.
    package var proxy: String?

    package init() {}
}
