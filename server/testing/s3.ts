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
import S3rver from '@20minutes/s3rver'
import type { S3 } from '#server/config/store.ts'

const BUCKET = 'room-media'

/** What stands between us and the server: passes on, or does what bad days do. */
export type Weather =
  | 'fine'
  /** Says nothing at all. */
  | 'silent'
  /** Says that it is busy. */
  | 'busy'
  /** Cuts the line in the middle of an answer. */
  | 'cut'
  /** Stops in the middle of an answer, and keeps the line open. */
  | 'stalled'

/** A real S3 server on loopback that checks signatures, with a line to it that can be spoilt. */
export async function openS3() {
  const directory = mkdtempSync(join(tmpdir(), 'room-s3-'))
  const store = new S3rver({
    ...{ directory, silent: true, address: '127.0.0.1', port: 0, vhostBuckets: false },
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = await store.run()
  let weather: Weather = 'fine'
  /** For so many more requests. */
  let left = Number.POSITIVE_INFINITY
  const requests: string[] = []

  const line = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    const now = left > 0 ? weather : 'fine'
    left--
    if (now === 'silent') return
    if (now === 'busy') {
      incoming.resume()
      outgoing.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
      return
    }
    const onwards = request(
      { port, host: '127.0.0.1', ...pick(incoming), headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers)
        if (now === 'fine') return void answer.pipe(outgoing)
        answer.once('data', (bytes: Buffer) => halve(outgoing, bytes, now === 'cut'))
      },
    )
    onwards.on('error', () => outgoing.destroy())
    incoming.on('error', () => onwards.destroy()).pipe(onwards)
  })
  await new Promise<void>((up) => line.listen(0, '127.0.0.1', up))
  const config: S3 = {
    endpoint: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    ...{ region: 'us-east-1', bucket: BUCKET, keyId: 'S3RVER', secret: 'S3RVER' },
    ...{ pathStyle: true, prefix: '' },
  }
  return {
    config,
    requests,
    /** From now on, for so many requests. */
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
export type S3Server = Awaited<ReturnType<typeof openS3>>

const pick = ({ method = 'GET', url = '/' }: IncomingMessage) => ({ method, path: url })

function halve(outgoing: ServerResponse, bytes: Buffer, isCut: boolean) {
  outgoing.write(bytes.subarray(0, bytes.length / 2), () => {
    if (isCut) outgoing.destroy()
  })
}

const end = (server: Server) =>
  new Promise<void>((ended) => {
    server.close(() => ended())
    server.closeAllConnections()
  })
