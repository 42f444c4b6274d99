import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import Rtmp from 'node-media-server/src/protocol/rtmp.js'
import type { Log } from '#server/ports/log.ts'
import type { Tag } from './flv.ts'

/** One encoder whose key was found good. */
export interface Publisher {
  onTag: (tag: Tag) => void
  /** The line is gone, whoever cut it. */
  onClose: () => void
}

export interface Push {
  /** Tells this connection from all others of this process. */
  id: string
  key: string
  close: () => void
}

interface RtmpOptions {
  host: string
  /** 0 takes a free one. */
  port: number
  /** Who takes the pictures of this push; null refuses it. */
  admit: (push: Push) => Promise<Publisher | null>
  /** Whether the peer at an address speaks for many: a tunnel, from which all encoders come. */
  speaksForMany: (address: string) => boolean
  log: Log
}

/** Until its key is known to be good nobody may make us remember more than a handshake and a few commands. */
const STRANGER_MAX_BYTES = 65_536
const STRANGER_MS = 10_000
/** An encoder that says nothing for so long has lost its line. */
const SILENT_MS = 10_000
/** Audio, video, commands and control take four or five; each may hold sixteen megabytes. */
const MAX_CHUNK_STREAMS = 16
const MAX_CONNECTIONS = 200
/**
 * From one address, before their keys are known to be good: whoever only holds lines must not keep others out. A tunnel
 * counts its own clients: here they are all alike.
 */
const MAX_STRANGERS = 20
const APP = 'live'

/** Listens for encoders; rejects where it cannot. */
export async function openRtmp({ host, port, admit, speaksForMany, log }: RtmpOptions) {
  let last = 0
  const sockets = new Set<Socket>()
  const strangers = new Map<Socket, string>()
  const server = createServer((socket) => {
    const address = socket.remoteAddress ?? ''
    const alike = [...strangers.values()].filter((other) => other === address)
    if (alike.length >= MAX_STRANGERS && !speaksForMany(address)) return void socket.destroy()
    sockets.add(socket)
    strangers.set(socket, address)
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
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await closed(server)
    },
  }
}

const closed = (server: Server) => new Promise((done) => server.close(done))

/** The protocol is node-media-server's; who may publish, and what becomes of the pictures, is ours. */
function serve(socket: Socket, id: string, log: Log, admit: RtmpOptions['admit']) {
  const rtmp = new Rtmp()
  const confirm = rtmp.respondPublish.bind(rtmp)
  let publisher: Publisher | null = null
  let asked = false
  let received = 0

  const patience = setTimeout(() => socket.destroy(), STRANGER_MS)
  const end = () => {
    clearTimeout(patience)
    publisher?.onClose()
    publisher = null
  }
  const fail = (error: unknown) => {
    log.warn({ push: id, error: String(error) }, 'an encoder was not understood')
    socket.destroy()
  }
  const refuse = () => {
    rtmp.sendStatusMessage(rtmp.streamId ?? 0, 'error', 'NetStream.Publish.BadName', 'refused')
    socket.end()
    // Whoever does not take the hint.
    setTimeout(() => socket.destroy(), 1_000).unref()
  }

  rtmp.onOutputCallback = (bytes) => void socket.write(bytes)
  const allocate = rtmp.packetAlloc.bind(rtmp)
  // A few bytes may announce sixteen megabytes: a stranger is given no room for them.
  rtmp.packetAlloc = () => {
    const { length } = rtmp.parserPacket.header
    if (!publisher && length > STRANGER_MAX_BYTES) throw new Error('too much before a key')
    allocate()
  }
  rtmp.onPlayCallback = refuse
  rtmp.respondPublish = () => {}
  rtmp.onConnectCallback = async ({ app, name }) => {
    if (asked) return
    asked = true
    try {
      const admitted = app === APP ? await admit({ id, key: name, close: refuse }) : null
      if (!admitted) return refuse()
      if (socket.destroyed) return admitted.onClose()
      publisher = admitted
      clearTimeout(patience)
      socket.setTimeout(SILENT_MS, () => socket.destroy())
      confirm()
    } catch (error) {
      fail(error)
    }
  }
  rtmp.dataHandler = () => {
    const { header, clock, payload } = rtmp.parserPacket
    // The parser writes the next message into the same bytes.
    const body = Buffer.from(payload.subarray(0, header.length))
    publisher?.onTag({ type: header.type, time: clock, body })
  }

  socket.on('data', (bytes: Buffer) => {
    received += bytes.length
    if (!publisher && received > STRANGER_MAX_BYTES) return fail('too much before a key')
    try {
      const wrong = rtmp.parserData(bytes)
      if (wrong !== null) fail(wrong)
      else if (rtmp.inPackets.size > MAX_CHUNK_STREAMS) fail('too many chunk streams')
    } catch (error) {
      fail(error)
    }
  })
  socket.on('error', () => {}) // `close` follows, and says it all
  socket.once('close', end)
}
