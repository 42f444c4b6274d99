import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { type Ffmpeg, lowerPriority, sameTimes } from '#server/adapters/ffmpeg.ts'
import type { Rung } from '#server/config/ladder.ts'
import { type AudioTrack, type FlvMedia, readTag, type VideoTrack } from '../flv.ts'
import type { Packet } from '../pack.ts'
import {
  audioTrackTag,
  fileHead,
  pictureTag,
  soundTag,
  tagReader,
  videoTrackTag,
} from './flv-pipe.ts'

/** Of the decoder and of each encoder. */
const THREADS = '2'
/** Added to all times: the sound's encoder begins before its first packet, and FLV has no negative times. */
const SHIFT_MS = 1_000
/** A finished input takes this long at most; a child that takes longer is killed. */
const END_MS = 60_000
/** The longest key frame interval, in frames: the source's key frames are the renditions' key frames. */
const FAR = '600'
/** The pipes of the outputs follow standard input, output and error. */
const FIRST_PIPE = 3

export interface TranscoderOptions {
  ffmpeg: Ffmpeg
  video: VideoTrack
  audio: AudioTrack | null
  /** Video renditions. */
  rungs: Rung[]
  soundKbps: number
  /** Packets of a rung, or of the sound: times are those of the source. */
  onMedia: (output: Rung | 'sound', media: FlvMedia) => void
  /** The child has ended: `null` after all of its input, or else why. */
  onExit: (reason: string | null) => void
}

/** One ffmpeg that makes all renditions of a stream: FLV in, one FLV out for each, packets in between. */
export class Transcoder {
  readonly #child
  readonly #exited: Promise<string | null>
  #ending = false

  constructor(options: TranscoderOptions) {
    const { ffmpeg, video, audio, rungs, onExit } = options
    const outputs = [...rungs, ...(audio ? (['sound'] as const) : [])]
    this.#child = spawn(ffmpeg.path, argumentsOf(options), {
      // Empty: it decodes what others send. The outputs are pipes of their own.
      env: {},
      // A group of its own: Ctrl+C ends the process that feeds it, which then ends it in order.
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe', ...outputs.map(() => 'pipe' as const)],
    })
    let complaint = ''
    this.#child.stderr?.on('data', (text) => {
      complaint = (complaint + text).slice(-500)
    })
    // Writing to a child that has ended; `close` follows.
    this.#child.stdin?.on('error', () => {})
    outputs.forEach((output, n) => {
      const pipe = this.#child.stdio[FIRST_PIPE + n] as Readable
      const read = tagReader((tag) => {
        const media = readTag({ ...tag, time: tag.time - SHIFT_MS })
        if (media) options.onMedia(output, media)
      })
      pipe.on('data', read)
    })
    this.#exited = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(String(error)))
      this.#child.once('close', (code, signal) =>
        resolve(this.#ending && code === 0 ? null : complaint || String(signal ?? code)),
      )
    })
    void this.#exited.then(onExit)
    lowerPriority(this.#child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    this.#write(fileHead(audio !== null))
    this.#write(videoTrackTag(video))
    if (audio) this.#write(audioTrackTag(audio))
  }

  get pid() {
    return this.#child.pid
  }

  picture(packet: Packet): void {
    this.#write(pictureTag(packet, SHIFT_MS))
  }

  sound(dts: number, data: Uint8Array): void {
    this.#write(soundTag(dts, data, SHIFT_MS))
  }

  /** Ends the input; resolves when all of it has come out (`null`), or with the reason why not. */
  async end(): Promise<string | null> {
    this.#ending = true
    this.#child.stdin?.end()
    const timeout = setTimeout(() => this.kill(), END_MS)
    const reason = await this.#exited
    clearTimeout(timeout)
    return reason
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #write(bytes: Buffer) {
    this.#child.stdin?.write(bytes)
  }
}

function argumentsOf({ ffmpeg, video, audio, rungs, soundKbps }: TranscoderOptions): string[] {
  const isWide = video.width >= video.height
  const sizeOf = ({ height }: Rung) => (isWide ? `-2:${height}` : `${height}:-2`)
  const filters = [
    `[0:v]split=${rungs.length}${rungs.map((_, n) => `[s${n}]`).join('')}`,
    ...rungs.map((rung, n) => `[s${n}]scale=${sizeOf(rung)},format=yuv420p[v${n}]`),
  ]
  const flv = (pipe: number) => ['-flush_packets', '1', ...FLV, `pipe:${pipe}`]
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-copyts'],
    ...['-threads', THREADS, '-protocol_whitelist', 'pipe', '-analyzeduration', '500000'],
    ...['-f', 'flv', '-i', 'pipe:0'],
    ...(rungs.length > 0 ? ['-filter_complex', filters.join(';')] : []),
    ...rungs.flatMap(({ kbps }, n) => [
      ...['-map', `[v${n}]`, ...X264, ...sameTimes(ffmpeg)],
      ...['-maxrate', `${kbps}k`, '-bufsize', `${kbps}k`],
      ...flv(FIRST_PIPE + n),
    ]),
    ...(audio
      ? [
          ...['-map', '0:a', '-c:a', 'aac', '-b:a', `${soundKbps}k`],
          ...['-ac', `${Math.min(2, audio.channels)}`, '-af', 'aresample=async=1'],
          ...flv(FIRST_PIPE + rungs.length),
        ]
      : []),
  ]
}

const FLV = ['-flvflags', 'no_duration_filesize', '-f', 'flv']
const X264 = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main', '-crf', '23'],
  ...['-force_key_frames', 'source', '-sc_threshold', '0', '-g', FAR],
  ...['-enc_time_base', '1:1000', '-threads', THREADS],
]
