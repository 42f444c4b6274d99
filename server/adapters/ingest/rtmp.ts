import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import Rtmp from 'node-media-server/src/protocol/rtmp.js'
import type { Log } from '#server/ports/log.ts'
import type { Tag } from './flv.ts'

/** An encoder whose key is valid. */
export interface Publisher {
  onTag: (tag: Tag) => void
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
    serve(socket, `${++last}`, log, async (push) => {
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

/** Serves one connection: node-media-server parses RTMP; admission and the received data are ours. */
function serve(socket: Socket, id: string, log: Log, admit: RtmpOptions['admit']) {
  const rtmp = new Rtmp()
  const confirm = rtmp.respondPublish.bind(rtmp)
  let publisher: Publisher | null = null
  let connectReceived = false
  let received = 0

  const timeout = setTimeout(() => socket.destroy(), STRANGER_MS)
  const end = () => {
    clearTimeout(timeout)
    publisher?.onClose()
    publisher = null
  }
  const fail = (error: unknown) => {
    log.warn({ push: id, error: String(error) }, 'an encoder sent invalid RTMP')
    socket.destroy()
  }
  const refuse = () => {
    rtmp.sendStatusMessage(rtmp.streamId ?? 0, 'error', 'NetStream.Publish.BadName', 'refused')
    socket.end()
    // For encoders that keep the connection open after the refusal.
    setTimeout(() => socket.destroy(), 1_000).unref()
  }

  rtmp.onOutputCallback = (bytes) => void socket.write(bytes)
  const allocate = rtmp.packetAlloc.bind(rtmp)
  // A few bytes may announce sixteen megabytes: nothing is allocated for that before the key is checked.
  rtmp.packetAlloc = () => {
    const { length } = rtmp.parserPacket.header
    if (!publisher && length > STRANGER_MAX_BYTES) throw new Error('too much before a key')
    allocate()
  }
  rtmp.onPlayCallback = refuse
  rtmp.respondPublish = () => {}
  rtmp.onConnectCallback = async ({ app, name }) => {
    if (connectReceived) return
    connectReceived = true
    try {
      const admitted = app === APP ? await admit({ id, key: name, close: refuse }) : null
      if (!admitted) return refuse()
      if (socket.destroyed) return admitted.onClose()
      publisher = admitted
      clearTimeout(timeout)
      socket.setTimeout(SILENT_MS, () => socket.destroy())
      confirm()
    } catch (error) {
      fail(error)
    }
  }
  rtmp.dataHandler = () => {
    const { header, clock, payload } = rtmp.parserPacket
    // Copy: the parser reuses the buffer for the next message.
    const body = Buffer.from(payload.subarray(0, header.length))
    publisher?.onTag({ type: header.type, time: clock, body })
  }

  socket.on('data', (bytes: Buffer) => {
    received += bytes.length
    if (!publisher && received > STRANGER_MAX_BYTES) return fail('too much before a key')
    try {
      const error = rtmp.parserData(bytes)
      if (error !== null) fail(error)
      else if (rtmp.inPackets.size > MAX_CHUNK_STREAMS) fail('too many chunk streams')
    } catch (error) {
      fail(error)
    }
  })
  socket.on('error', () => {}) // `close` follows.
  socket.once('close', end)
}
