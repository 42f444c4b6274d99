import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Color of the left half of the picture; the right half moves. */
export type Sign = 'red' | 'green' | 'blue'

interface EncoderOptions {
  sign?: Sign
  /** Key frame interval in seconds. */
  keyframeS?: number
  /** Shows the seconds since its first picture, as white and black fields at the lower edge. */
  clock?: boolean
  /** Without a tone. */
  silent?: boolean
  /** Audio only. */
  blind?: boolean
  /** Not every browser plays `libx265`. */
  codec?: 'libx264' | 'libx265'
  size?: `${number}x${number}`
}

export interface Encoder {
  /** When the first picture was sent, in milliseconds since 1970. */
  startedAt: Promise<number>
  /** Stops like OBS: with a clean end of the stream. */
  stop: () => Promise<void>
  /** Cuts the connection without a clean end. */
  cut: () => Promise<void>
  /** Settles when the server has closed or refused the connection. */
  ended: Promise<void>
}

/** Fields of the picture's clock: bits of its time, the lowest first. A field is a square at the lower edge. */
export const CLOCK = { bits: 10, perSecond: 8, field: 20 }

/** White squares on black that tell the time of a picture: the filters that draw them. */
function clockFilters(): string[] {
  const { bits, perSecond, field } = CLOCK
  const square = (at: number) => `drawbox=x=${at * field}:y=ih-${field}:h=${field}:t=fill`
  const white = (bit: number) =>
    `${square(bit)}:w=${field}:color=white:enable='mod(floor(t*${perSecond}/${2 ** bit}),2)'`
  return [
    `${square(0)}:w=${bits * field}:color=black`,
    ...Array.from({ length: bits }, (_, bit) => white(bit)),
  ]
}

/**
 * A real encoder (FFmpeg) that pushes a moving test picture and a tone to an RTMP address in real time. It is a
 * process of its own: it can be killed, and does not slow the test.
 */
export function startEncoder(url: string, options: EncoderOptions = {}): Encoder {
  const child = fork(fileURLToPath(import.meta.url), [], {
    env: { ...process.env, ENCODER: JSON.stringify({ url, ...options }) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => {})
  const startedAt = new Promise<number>((resolve) => child.once('message', resolve))
  return {
    startedAt,
    ended,
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
    async cut() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function encode({
  url,
  sign = 'red',
  keyframeS = 2,
  clock = false,
  silent = false,
  blind = false,
  codec = 'libx264',
  size = '320x180',
}: EncoderOptions & { url: string }) {
  const { Decoder, Demuxer, Encoder, Muxer } = await import('node-av/api')
  const rate = 20
  const half = `${Math.floor(Number(size.split('x')[0]) / 4) * 2}`
  const picture = [
    `testsrc2=size=${size}:rate=${rate},drawbox=x=0:y=0:w=${half}:h=ih:color=${sign}:t=fill`,
    ...(clock ? clockFilters() : []),
    'realtime,format=yuv420p',
  ].join(',')
  const tone = 'sine=frequency=440:sample_rate=48000,arealtime'
  const sources = await Promise.all(
    [...(blind ? [] : [picture]), ...(silent ? [] : [tone])].map((source) =>
      Demuxer.open(source, { format: 'lavfi' }),
    ),
  )
  const muxer = await Muxer.open(url, { format: 'flv' })
  const options = { preset: 'ultrafast', tune: 'zerolatency' }
  const pictures = {
    bitrate: '600k',
    gopSize: rate * keyframeS,
    ...(codec === 'libx264'
      ? { maxBFrames: 2, options: { ...options, sc_threshold: '0' } }
      : { maxBFrames: 0, options }),
  }
  const tracks = await Promise.all(
    sources.map(async (source) => {
      const seen = source.video()
      const stream = seen ?? source.audio()!
      const decoder = await Decoder.create(stream)
      const encoder = await Encoder.create(
        (seen ? codec : 'aac') as never,
        { decoder, ...(seen ? pictures : { bitrate: '64k', autoResample: true }) } as never,
      )
      const index = muxer.addStream(encoder)
      return { index, packets: encoder.packets(decoder.frames(source.packets(stream.index))) }
    }),
  )
  let running = true
  process.send?.(Date.now())
  process.once('disconnect', () => {
    running = false
  })
  await Promise.all(
    tracks.map(async ({ index, packets }) => {
      for await (const packet of packets) {
        if (packet) await muxer.writePacket(packet, index)
        if (!running) break
      }
    }),
  )
  await muxer.close()
}

if (import.meta.main) {
  await encode(JSON.parse(process.env.ENCODER!) as EncoderOptions & { url: string })
  process.exit(0)
}
