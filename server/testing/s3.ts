import { mkdtempSync, rmSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import S3rver from '@20minutes/s3rver'
import type { S3 } from '#server/config/media-storage.ts'

const BUCKET = 'room-media'

/** Behavior of the proxy in front of the server: passes requests on, or simulates a fault. */
export type Weather =
  | 'fine'
  /** Never answers. */
  | 'silent'
  /** Answers that it is busy. */
  | 'busy'
  /** Cuts the connection in the middle of a response. */
  | 'cut'
  /** Stops in the middle of a response, with the connection open. */
  | 'stalled'
  /** Delays everything. */
  | 'slow'
  /** Stores what it gets, but never answers. */
  | 'lost'
  /** Never answers deletions, and deletes nothing. */
  | 'keeps all'

const SLOW_MS = 40

/** A real S3 server on loopback that checks signatures, behind a proxy with faults. */
export async function startS3() {
  const directory = mkdtempSync(join(tmpdir(), 'room-s3-'))
  const store = new S3rver({
    ...{ directory, silent: true, address: '127.0.0.1', port: 0, vhostBuckets: false },
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = await store.run()
  let weather: Weather = 'fine'
  /** Remaining requests with the fault. */
  let left = Number.POSITIVE_INFINITY
  const requests: string[] = []

  const line = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    const now = left > 0 ? weather : 'fine'
    left--
    if (now === 'silent' || (now === 'keeps all' && incoming.method === 'DELETE')) return
    if (now === 'busy') {
      incoming.resume()
      outgoing.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
      return
    }
    readBody(incoming).then(
      async (body) => {
        if (now === 'slow') await pause(SLOW_MS)
        pass(incoming, body, outgoing, now)
      },
      () => outgoing.destroy(),
    )
  })
  function pass(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, now: Weather) {
    const { headers } = incoming
    const onwards = request({ port, host: '127.0.0.1', ...pick(incoming), headers }, (answer) => {
      if (now === 'lost' && incoming.method === 'PUT') return void answer.resume()
      outgoing.writeHead(answer.statusCode!, answer.headers)
      if (now !== 'cut' && now !== 'stalled') return void answer.pipe(outgoing)
      answer.once('data', (bytes: Buffer) => halve(outgoing, bytes, now === 'cut'))
    })
    onwards.on('error', () => outgoing.destroy())
    onwards.end(body)
  }
  const listen = (at: number) =>
    new Promise<void>((resolve) => line.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const { port: front } = line.address() as AddressInfo
  const config: S3 = {
    endpoint: `http://127.0.0.1:${front}`,
    ...{ region: 'us-east-1', bucket: BUCKET, keyId: 'S3RVER', secret: 'S3RVER' },
    ...{ pathStyle: true, prefix: '' },
  }
  return {
    config,
    /** Environment of a process that uses this store. */
    env: envOf(config),
    requests,
    /** Refuses connections until `comeBack`. */
    disconnect: () => end(line),
    comeBack: () => listen(front),
    /** Sets the behavior for a number of requests. */
    turn(now: Weather, requests = Number.POSITIVE_INFINITY) {
      weather = now
      left = requests
    },
    async close() {
      await Promise.all([end(line), store.close().catch(() => {})])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
export type S3Server = Awaited<ReturnType<typeof startS3>>

export const envOf = ({ endpoint, bucket, keyId, secret, prefix }: S3) => ({
  ...{ MEDIA: 's3', S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_KEY_ID: keyId },
  ...{ S3_SECRET: secret, S3_PREFIX: prefix },
})

/** Buffers an upload before passing it on, so that writes are atomic, which the server itself does not ensure. */
const readBody = async (incoming: IncomingMessage): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>))

const pick = ({ method = 'GET', url = '/' }: IncomingMessage) => ({ method, path: url })

function halve(outgoing: ServerResponse, bytes: Buffer, isCut: boolean) {
  outgoing.write(bytes.subarray(0, bytes.length / 2), () => {
    if (isCut) outgoing.destroy()
  })
}

const end = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
