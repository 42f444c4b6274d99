/** The parts that we use of a package without types: its RTMP protocol, and its reader of H.264 parameters. */
declare module 'node-media-server/src/protocol/rtmp.js' {
  /** The server's end of one RTMP connection, without its socket. */
  export default class Rtmp {
    streamApp?: string
    streamId?: number
    inPackets: Map<number, unknown>
    parserPacket: {
      header: { type: number; length: number }
      clock: number
      payload: Buffer
    }
    onConnectCallback: (asked: { app: string; name: string }) => void
    onPushCallback: () => void
    onPlayCallback: () => void
    onOutputCallback: (bytes: Buffer) => void
    /** Told to the encoder before anybody has looked at its key, unless it is replaced. */
    respondPublish: () => void
    dataHandler: () => void
    /** Makes room for a message as long as its head says. */
    packetAlloc: () => void
    sendStatusMessage: (stream: number, level: string, code: string, description: string) => void
    /** Answers with what is wrong, or null. Throws at nonsense. */
    parserData: (bytes: Buffer) => string | null
  }
}
declare module 'node-media-server/src/protocol/sps_info.js' {
  /** `sps`: a whole parameter set, its header included. */
  export function parseH264Sps(sps: Buffer): { width: number; height: number } | null
}
