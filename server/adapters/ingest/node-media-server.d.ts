/** The parts that we use of a package without types: its RTMP protocol and its parser of H.264 parameters. */
declare module 'node-media-server/src/protocol/rtmp.js' {
  /** The server side of one RTMP connection, without its socket. */
  export default class Rtmp {
    streamApp?: string
    streamId?: number
    inPackets: Map<number, unknown>
    parserPacket: {
      header: { type: number; length: number }
      clock: number
      payload: Buffer
    }
    onConnectCallback: (request: { app: string; name: string }) => void
    onPushCallback: () => void
    onPlayCallback: () => void
    onOutputCallback: (bytes: Buffer) => void
    /** Accepts the publish request before its key is checked, unless it is replaced. */
    respondPublish: () => void
    dataHandler: () => void
    /** Allocates the message length that the header announces. */
    packetAlloc: () => void
    sendStatusMessage: (stream: number, level: string, code: string, description: string) => void
    /** Returns an error message or null. Throws on malformed input. */
    parserData: (bytes: Buffer) => string | null
  }
}
declare module 'node-media-server/src/protocol/rtmp_client.js' {
  export default class RtmpClient {
    connected: boolean
    urlInfo: { streamName: string }
    socket: import('node:net').Socket | null
    /** `rtmp://host:port/app/stream` */
    connect: (url: string) => Promise<void>
    sendConnect: () => Promise<unknown>
    sendCreateStream: () => Promise<unknown>
    sendPublish: (streamName: string) => Promise<unknown>
    sendPacket: (packet: import('node-media-server/src/core/avpacket.js').default) => void
    disconnect: () => void
  }
}
declare module 'node-media-server/src/core/avpacket.js' {
  /** `codec_type`: the type of an FLV tag. `dts` in milliseconds. */
  export default class AVPacket {
    codec_type: number
    dts: number
    size: number
    data: Buffer
  }
}
