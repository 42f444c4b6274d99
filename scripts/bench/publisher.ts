import { type ChildProcess, spawn } from 'node:child_process'
import AVPacket from 'node-media-server/src/core/avpacket.js'
import RtmpClient from 'node-media-server/src/protocol/rtmp_client.js'
import type { Tag } from '#server/adapters/ingest/flv.ts'
import { tagReader } from '#server/adapters/ingest/ladder/flv-pipe.ts'

const VIDEO = 9
/** Time stamps of RTMP are 32 bits wide. */
const WRAP = 2 ** 32

interface Source {
  size: `${number}x${number}`
  kbps: number
  fps?: number
}

/** ffmpeg's arguments for a moving test picture and a tone in real time, with a key frame every two seconds. */
export const testPicture = ({ size, kbps, fps = 20 }: Source): string[] => [
  ...['-loglevel', 'error', '-re', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${fps}`],
  ...['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'],
  ...['-b:v', `${kbps}k`, '-maxrate', `${kbps}k`, '-bufsize', `${kbps}k`],
  ...['-g', `${2 * fps}`, '-sc_threshold', '0', '-c:a', 'aac', '-b:a', '96k'],
  ...['-f', 'flv', 'pipe:1'],
]

/**
 * An encoder whose time stamps can be made wrong while it sends: ffmpeg's packets, sent by a client of our own, as
 * ffmpeg itself refuses to send times that go back.
 */
export class Publisher {
  /** Milliseconds that are added to the time stamps. */
  shift = { video: 0, audio: 0 }
  readonly #ffmpeg
  readonly #url
  #source: ChildProcess | null = null
  /** Where the stamps of the present source begin, and the last one that was sent. */
  #begins = 0
  #last = 0
  #client: RtmpClient | null = null
  #onSent: (() => void) | null = null

  constructor(ffmpeg: string, url: string) {
    this.#ffmpeg = ffmpeg
    this.#url = url
  }

  async connect() {
    this.#client?.disconnect()
    const client = new RtmpClient()
    await client.connect(this.#url)
    await client.sendConnect()
    await client.sendCreateStream()
    await client.sendPublish(client.urlInfo.streamName)
    this.#client = client
  }

  /** Sends from now on what ffmpeg makes of its arguments, as FLV to its output, in the same connection if there is one. */
  play(args: string[]) {
    this.#source?.kill('SIGKILL')
    this.#begins = this.#last
    const child = spawn(this.#ffmpeg, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.on(
      'data',
      tagReader((tag) => child === this.#source && this.#send(tag)),
    )
    this.#source = child
  }

  /** Resolves when the next packet was sent. */
  sent() {
    return new Promise<void>((resolve) => {
      this.#onSent = resolve
    })
  }

  #send({ type, time, body }: Tag) {
    if (!this.#client?.connected) return
    const packet = new AVPacket()
    const shift = type === VIDEO ? this.shift.video : this.shift.audio
    this.#last = this.#begins + time
    packet.dts = (this.#last + shift + WRAP) % WRAP
    packet.codec_type = type
    packet.size = body.length
    packet.data = Buffer.from(body)
    this.#client.sendPacket(packet)
    this.#onSent?.()
  }

  close() {
    this.#source?.kill('SIGKILL')
    this.#client?.disconnect()
  }
}
