internal import CCurl
internal import Glibc

/// Where the certificates of the authorities are that a server's certificate is checked against. There is no way to
/// switch the check off.
struct TrustStore {
    /// nil leaves libcurl's own.
    var file: String?
    var folder: String?

    /// What was asked for, else what `SSL_CERT_FILE` and `SSL_CERT_DIR` say, else libcurl's own where it exists, else
    /// the first of the usual places: a library that was built on one distribution then works on another.
    static func resolve(file: String?, folder: String?) -> TrustStore {
        if file != nil || folder != nil { return TrustStore(file: file, folder: folder) }
        let environment = TrustStore(file: variable("SSL_CERT_FILE"), folder: variable("SSL_CERT_DIR"))
        if environment.file != nil || environment.folder != nil { return environment }
        if let own = ownFile, isReadable(own) { return TrustStore() }
        return TrustStore(file: usualFiles.first(where: isReadable))
    }

    /// For messages.
    var description: String {
        switch (file, folder) {
        case (let file?, let folder?): "\(file) and \(folder)"
        case (let file?, nil): file
        case (nil, let folder?): folder
        case (nil, nil): TrustStore.ownFile ?? "the system's certificates"
        }
    }

    /// The file that libcurl was built to use.
    private static var ownFile: String? {
        // libcurl 7.70; the member is at the end of what newer ones fill in.
        guard let version = curl_version_info(CURLVERSION_SEVENTH), version.pointee.version_num >= 0x074600,
            let file = version.pointee.cainfo
        else { return nil }
        return String(cString: file)
    }

    private static let usualFiles = [
        "/etc/ssl/certs/ca-certificates.crt",  // Debian, Arch, Gentoo
        "/etc/pki/tls/certs/ca-bundle.crt",  // Fedora, RHEL
        "/etc/ssl/ca-bundle.pem",  // openSUSE
        "/etc/ssl/cert.pem",  // Alpine
    ]

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    private static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
