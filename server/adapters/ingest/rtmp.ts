import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import Rtmp from 'node-media-server/src/protocol/rtmp.js'
import type { Log } from '#server/ports/log.ts'
import type { Tag } from './flv.ts'

/** An encoder whose key is valid. */
export interface Publisher {
  onTag: (tag: Tag) => void
  /** It sent invalid RTMP; `onClose` follows. */
  onInvalid: () => void
  /** The connection was closed, by either side. */
  onClose: () => void
}

export interface RtmpPush {
  /** Identifies this connection within the process. */
  id: string
  key: string
  close: () => void
}

interface RtmpOptions {
  host: string
  /** 0: any free port. */
  port: number
  /** Checks the key; null refuses the encoder. */
  admit: (push: RtmpPush) => Promise<Publisher | null>
  /** Whether an address is a tunnel, through which all encoders connect. */
  speaksForMany: (address: string) => boolean
  /** What belongs to one client: an IPv6 network has any number of addresses. */
  networkOf: (address: string) => string
  log: Log
}

/** Memory limit of a connection before its key is checked: a handshake and a few commands. */
const STRANGER_MAX_BYTES = 65_536
const STRANGER_MS = 10_000
/** Timeout of a connection on which an encoder sends nothing. */
const SILENT_MS = 10_000
/** Audio, video, commands and control take four or five; each may hold sixteen megabytes. */
const MAX_CHUNK_STREAMS = 16
const MAX_CONNECTIONS = 200
/**
 * Connections per address whose keys are not checked yet, so that idle connections of one client do not block others.
 * Not applied to a tunnel, which limits its own clients: here they share one address.
 */
const MAX_STRANGERS = 20
const APP = 'live'
/** Times of RTMP have 32 bits. */
const CLOCK_WRAP = 2 ** 32

/** Listens for encoders; rejects if it cannot. */
export async function startRtmp({ host, port, admit, speaksForMany, networkOf, log }: RtmpOptions) {
  let last = 0
  const sockets = new Set<Socket>()
  const strangers = new Map<Socket, string>()
  const server = createServer((socket) => {
    const address = socket.remoteAddress ?? ''
    const network = networkOf(address)
    const alike = [...strangers.values()].filter((other) => other === network)
    if (alike.length >= MAX_STRANGERS && !speaksForMany(address)) return void socket.destroy()
    sockets.add(socket)
    strangers.set(socket, network)
    socket.once('close', () => {
      sockets.delete(socket)
      strangers.delete(socket)
    })
    new RtmpConnection(socket, `${++last}`, log, async (push) => {
      const publisher = await admit(push)
      if (publisher) strangers.delete(socket)
      return publisher
    })
  })
  server.maxConnections = MAX_CONNECTIONS
  server.listen(port, host)
  await once(server, 'listening')
  return {
    // A server that listens on a port has no address of another kind.
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await closed(server)
    },
  }
}

const closed = (server: Server) => new Promise((resolve) => server.close(resolve))

/** One connection: node-media-server parses RTMP; admission and the received data are ours. */
class RtmpConnection {
  readonly #socket: Socket
  readonly #id: string
  readonly #log: Log
  readonly #admit: RtmpOptions['admit']
  readonly #rtmp = new Rtmp()
  /** Set aside: the parser would confirm before the key is checked. */
  readonly #confirm = this.#rtmp.respondPublish.bind(this.#rtmp)
  readonly #admissionTimeout: NodeJS.Timeout
  #publisher: Publisher | null = null
  #connectReceived = false
  #received = 0

  constructor(socket: Socket, id: string, log: Log, admit: RtmpOptions['admit']) {
    this.#socket = socket
    this.#id = id
    this.#log = log
    this.#admit = admit
    this.#admissionTimeout = setTimeout(() => socket.destroy(), STRANGER_MS)
    this.#limitMessages()
    this.#rtmp.onOutputCallback = (bytes) => void socket.write(bytes)
    this.#rtmp.onPlayCallback = this.#refuse
    this.#rtmp.respondPublish = () => {}
    this.#rtmp.onConnectCallback = (connect) => this.#onConnect(connect)
    this.#rtmp.dataHandler = () => this.#onMessage()
    socket.on('data', (bytes: Buffer) => this.#onData(bytes))
    socket.on('error', () => {}) // `close` follows.
    socket.once('close', () => this.#onClose())
  }

  /** A few bytes may announce sixteen megabytes: nothing is allocated for that before the key is checked. */
  #limitMessages() {
    const rtmp = this.#rtmp
    const allocate = rtmp.packetAlloc.bind(rtmp)
    rtmp.packetAlloc = () => {
      const { length } = rtmp.parserPacket.header
      if (!this.#publisher && length > STRANGER_MAX_BYTES) throw new Error('too much before a key')
      // The parser adds up the times of messages, and drops those beyond 32 bits.
      rtmp.parserPacket.clock %= CLOCK_WRAP
      allocate()
    }
  }

  async #onConnect({ app, name }: { app: string; name: string }) {
    if (this.#connectReceived) return
    this.#connectReceived = true
    try {
      const push = { id: this.#id, key: name, close: this.#refuse }
      const admitted = app === APP ? await this.#admit(push) : null
      if (!admitted) return this.#refuse()
      if (this.#socket.destroyed) return admitted.onClose()
      this.#publisher = admitted
      clearTimeout(this.#admissionTimeout)
      this.#socket.setTimeout(SILENT_MS, () => this.#socket.destroy())
      this.#confirm()
    } catch (error) {
      this.#fail(error)
    }
  }

  #onMessage() {
    const { header, clock, payload } = this.#rtmp.parserPacket
    // Copy: the parser reuses the buffer for the next message.
    const body = Buffer.from(payload.subarray(0, header.length))
    this.#publisher?.onTag({ type: header.type, time: clock, body })
  }

  #onData(bytes: Buffer) {
    this.#received += bytes.length
    if (!this.#publisher && this.#received > STRANGER_MAX_BYTES)
      return this.#fail('too much before a key')
    try {
      const error = this.#rtmp.parserData(bytes)
      if (error !== null) this.#fail(error)
      else if (this.#rtmp.inPackets.size > MAX_CHUNK_STREAMS) this.#fail('too many chunk streams')
    } catch (error) {
      this.#fail(error)
    }
  }

  #onClose() {
    clearTimeout(this.#admissionTimeout)
    this.#publisher?.onClose()
    this.#publisher = null
  }

  #fail(error: unknown) {
    this.#log.warn({ push: this.#id, error: String(error) }, 'an encoder sent invalid RTMP')
    this.#publisher?.onInvalid()
    this.#socket.destroy()
  }

  readonly #refuse = () => {
    const rtmp = this.#rtmp
    rtmp.sendStatusMessage(rtmp.streamId ?? 0, 'error', 'NetStream.Publish.BadName', 'refused')
    this.#socket.end()
    // For encoders that keep the connection open after the refusal.
    setTimeout(() => this.#socket.destroy(), 1_000).unref()
  }
}
