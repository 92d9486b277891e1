#if Cluster
/// An operator, its accounts and a user, with the keys by which nats-server identifies them. Generated for these tests: they
/// never expire, and give access to nothing else.
enum TestCredentials {
    private static let account = "ADCBKXSPHL73KSUZD2FQABJCX5WNHM3MLNRHWNWSIHCRZ3N7O3AYE3ES"

    private static let system = "ACJ2WD5HVOIZ7INHDIHGZA3RLCNLA4GVU6QCS2OYSKD5DN4BS5KCOKH7"

    private static let operatorToken =
        "eyJ0eXAiOiJKV1QiLCJhbGciOiJlZDI1NTE5LW5rZXkifQ.eyJpYXQiOjE3MDAwMDAwMDAsImlzcyI6Ik9CUU1VVlpPNzJNSUxON0ZUQzJWRll"
        + "KVDNGTk5CM0pGU01CRUUzN0RWRVM2QlpWNUVXQ1pNWVgyIiwibmFtZSI6InRlc3QiLCJzdWIiOiJPQlFNVVZaTzcyTUlMTjdGVEMyVkZZSlQzR"
        + "k5OQjNKRlNNQkVFMzdEVkVTNkJaVjVFV0NaTVlYMiIsIm5hdHMiOnsidHlwZSI6Im9wZXJhdG9yIiwidmVyc2lvbiI6Mn0sImp0aSI6Ik5CSzM"
        + "zRzQ1TlVLWFdESU4zVVBBU0ZHMlhFSk1QRkROQ05aTlVDV0RYWkFKTklaR1pBR1EifQ.sNaLPty0UpHMwXdIQyhzamKwjk0_tvcT2zd1irpvNS"
        + "VylVXBhGZa2RSNpASF5zEQuMPFL-0fd-fhNNf2m_BaDg"

    private static let accountToken =
        "eyJ0eXAiOiJKV1QiLCJhbGciOiJlZDI1NTE5LW5rZXkifQ.eyJpYXQiOjE3MDAwMDAwMDAsImlzcyI6Ik9CUU1VVlpPNzJNSUxON0ZUQzJWRll"
        + "KVDNGTk5CM0pGU01CRUUzN0RWRVM2QlpWNUVXQ1pNWVgyIiwibmFtZSI6InRlc3QiLCJzdWIiOiJBRENCS1hTUEhMNzNLU1VaRDJGUUFCSkNYN"
        + "VdOSE0zTUxOUkhXTldTSUhDUlozTjdPM0FZRTNFUyIsIm5hdHMiOnsidHlwZSI6ImFjY291bnQiLCJ2ZXJzaW9uIjoyLCJsaW1pdHMiOnsic3V"
        + "icyI6LTEsImRhdGEiOi0xLCJwYXlsb2FkIjotMSwiaW1wb3J0cyI6LTEsImV4cG9ydHMiOi0xLCJ3aWxkY2FyZHMiOnRydWUsImNvbm4iOi0xL"
        + "CJsZWFmIjotMSwibWVtX3N0b3JhZ2UiOi0xLCJkaXNrX3N0b3JhZ2UiOi0xLCJzdHJlYW1zIjotMSwiY29uc3VtZXIiOi0xfSwiZGVmYXVsdF9"
        + "wZXJtaXNzaW9ucyI6eyJwdWIiOnt9LCJzdWIiOnt9fX0sImp0aSI6IkxYNERGVVc3SUhFUE9DNE9GRVBVWUg1SzVCTVVWWFlYSTRFTzRVV1k3Q"
        + "zVNVk1RVE5VUUEifQ.BBqmaoMI2RanTlF-TN4loKj3x5Ji7bk2q0dV6uZp2o0cf2rRDcg3nk1YrdBWrXDuI-X3kpc8WR5NKxVC6q86BQ"

    private static let systemToken =
        "eyJ0eXAiOiJKV1QiLCJhbGciOiJlZDI1NTE5LW5rZXkifQ.eyJpYXQiOjE3MDAwMDAwMDAsImlzcyI6Ik9CUU1VVlpPNzJNSUxON0ZUQzJWRll"
        + "KVDNGTk5CM0pGU01CRUUzN0RWRVM2QlpWNUVXQ1pNWVgyIiwibmFtZSI6IlNZUyIsInN1YiI6IkFDSjJXRDVIVk9JWjdJTkhESUhHWkEzUkxDT"
        + "kxBNEdWVTZRQ1MyT1lTS0Q1RE40QlM1S0NPS0g3IiwibmF0cyI6eyJ0eXBlIjoiYWNjb3VudCIsInZlcnNpb24iOjIsImxpbWl0cyI6eyJzdWJ"
        + "zIjotMSwiZGF0YSI6LTEsInBheWxvYWQiOi0xLCJpbXBvcnRzIjotMSwiZXhwb3J0cyI6LTEsIndpbGRjYXJkcyI6dHJ1ZSwiY29ubiI6LTEsI"
        + "mxlYWYiOi0xfSwiZGVmYXVsdF9wZXJtaXNzaW9ucyI6eyJwdWIiOnt9LCJzdWIiOnt9fX0sImp0aSI6IjJTQzNMSDRIV1ZNT0tDVVpOREUyNVl"
        + "QM1lDRlFPRUVLQllTUjNaNkJYVVpON083UFZaM0EifQ.6ZQWYQCqdea59Mn3VYi97lJmI60VPn3b55mYbAUg_A66tp4OZukRv-u1sMZxDbRxy6"
        + "JnsylLQEAjhMM34v-7Bw"

    private static let userToken =
        "eyJ0eXAiOiJKV1QiLCJhbGciOiJlZDI1NTE5LW5rZXkifQ.eyJpYXQiOjE3MDAwMDAwMDAsImlzcyI6IkFEQ0JLWFNQSEw3M0tTVVpEMkZRQUJ"
        + "KQ1g1V05ITTNNTE5SSFdOV1NJSENSWjNON08zQVlFM0VTIiwibmFtZSI6InRlc3QiLCJzdWIiOiJVQTI0NVBEVFdYUzJTMkpENDVSM05QUFBEV"
        + "kpHQVJLNFlDNUE2QVFMWFlCN05LV09SWTZSSkdWWiIsIm5hdHMiOnsidHlwZSI6InVzZXIiLCJ2ZXJzaW9uIjoyLCJzdWJzIjotMSwiZGF0YSI"
        + "6LTEsInBheWxvYWQiOi0xLCJwdWIiOnt9LCJzdWIiOnt9fSwianRpIjoiU1k0NDVIN1RHV1JFWUxVTjdLR1FLSVNVNEE0VUlJS0hRQzZQSlhIT"
        + "jc0V0xEV1JCVFZZQSJ9.431XqMh0EMfht8kZ2bywu3yxRLiHvKzoGfkicF02Txv1YOpOzNPaGw_UKUySM41cFUf_NhPve73ciD_g3B8GAQ"

    /// The server's configuration for these accounts.
    static let options = """
        operator: "\(operatorToken)"
        system_account: \(system)
        resolver: MEMORY
        resolver_preload: { \(account): "\(accountToken)", \(system): "\(systemToken)" }
        """

    private static let seed = "SUAJCM5K3N7XE2RDGMF76SHGIZ6B2ZNCNOZV4OXS3IMAOIO3JRDRJJKUGA"

    /// The user's credentials file, as created by `nsc`.
    static let file = text(seed: seed)
    /// A credentials file with a seed that belongs to no user.
    static let wrongFile = text(seed: String(seed.dropLast(2)) + "AA")

    private static func text(seed: String) -> String {
        """
        -----BEGIN NATS USER JWT-----
        \(userToken)
        ------END NATS USER JWT------

        -----BEGIN USER NKEY SEED-----
        \(seed)
        ------END USER NKEY SEED------

        """
    }
}
#endif
