import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sign } from '#server/testing/encoder.ts'

const TYPES: Record<string, string> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
}

/**
 * An external live stream service: FFmpeg encodes moving pictures into HLS, and a local server serves them with CORS
 * for every origin.
 */
export async function startHlsOrigin() {
  const folder = mkdtempSync(join(tmpdir(), 'room-origin-'))
  let encoder: ChildProcess | null = null
  let isUp = true
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const path = new URL(request.url!, 'http://origin.test').pathname
    requests.push(path)
    const file = isUp
      ? await readFile(join(folder, path.replaceAll('..', ''))).catch(() => null)
      : null
    const type = TYPES[extname(path)]
    if (!file || !type) return void response.writeHead(isUp ? 404 : 503).end()
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(file)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  async function stop() {
    if (!encoder) return
    const ended = once(encoder, 'exit')
    encoder.kill('SIGKILL')
    await ended
    encoder = null
  }
  return {
    host,
    requests,
    playlist: (name: string) => `http://${host}/${name}.m3u8`,
    /** Streams a picture with this sign; ends the stream before. */
    async send(name: string, sign: Sign) {
      await stop()
      encoder = fork(fileURLToPath(import.meta.url), [], {
        env: { ...process.env, ORIGIN: JSON.stringify({ folder, name, sign }) },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
    },
    stop,
    /** Answers all requests with an error, as a service that is down. */
    fail() {
      isUp = false
    },
    mend() {
      isUp = true
    },
    async close() {
      await stop()
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type HlsOrigin = Awaited<ReturnType<typeof startHlsOrigin>>

async function cut({ folder, name, sign }: { folder: string; name: string; sign: Sign }) {
  const { Decoder, Demuxer, Encoder, Muxer } = await import('node-av/api')
  const picture = `testsrc2=size=320x180:rate=20,drawbox=x=0:y=0:w=160:h=ih:color=${sign}:t=fill,realtime,format=yuv420p`
  const source = await Demuxer.open(picture, { format: 'lavfi' })
  const muxer = await Muxer.open(join(folder, `${name}.m3u8`), {
    format: 'hls',
    options: {
      hls_time: '2',
      hls_list_size: '8',
      // A restarted encoder appends to the playlist with a discontinuity.
      hls_flags: 'append_list+discont_start+omit_endlist',
      hls_segment_filename: join(folder, `${name}-${Date.now()}-%d.ts`),
    },
  })
  const stream = source.video()!
  const decoder = await Decoder.create(stream)
  const encoder = await Encoder.create(
    'libx264' as never,
    {
      decoder,
      bitrate: '600k',
      gopSize: 40,
      options: { preset: 'ultrafast', tune: 'zerolatency', sc_threshold: '0' },
    } as never,
  )
  const index = muxer.addStream(encoder)
  for await (const packet of encoder.packets(decoder.frames(source.packets(stream.index))))
    if (packet) await muxer.writePacket(packet, index)
}

if (import.meta.main)
  await cut(JSON.parse(process.env.ORIGIN!) as { folder: string; name: string; sign: Sign })
