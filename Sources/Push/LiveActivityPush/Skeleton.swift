#if Push
import Crypto
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import Yams
import Logging
import Metrics
import Tracing
#endif
