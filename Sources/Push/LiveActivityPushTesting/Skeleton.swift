#if Push
import Crypto
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import X509
#endif
