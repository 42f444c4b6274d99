import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import type { Converter } from '#server/ports/films.ts'
import { type Ffmpeg, lowerPriority } from './ffmpeg.ts'

/** Of the decoder and of the encoder: one conversion leaves room for requests. */
const THREADS = ['-threads', '2']
/** A child without progress for this long is killed: its input is unreadable. */
const STALL_MS = 120_000
/** A conversion may take as many times its input's duration, and always this long: others wait for it. */
const PACE = 2
const LEAST_MS = 10 * 60_000
/** The longer side of a converted film. */
const SIDE = 1_920
/** Larger pictures are not decoded: 8K. */
const PIXELS_MAX = '34000000'
/** Demuxers of the formats that are accepted: others, such as playlists, may name further files. */
const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,mp3,wav,ogg,aac,flac'
const PERCENT = 100
const MICROS = 1_000_000

/** Converts with an ffmpeg, as a child with low priority and without an environment. */
export const filmConverter = ({ path }: Ffmpeg): Converter => ({
  async convert({ kind, isPlayable, from, to, seconds, bytesMax, still, signal, onProgress }) {
    const maxMs = Math.max(LEAST_MS, PACE * seconds * 1_000)
    const write = (tracks: string[]) => {
      const output = [...TRACKS[kind], ...tracks, ...FILE, '-fs', String(bytesMax), to]
      return run(path, { signal, maxMs }, [...inputOf(from), ...output], (micros) =>
        onProgress(percentOf(micros, seconds)),
      )
    }
    // Not every format of sound that a browser plays can be copied into an MP4.
    const made = (isPlayable && (await write(COPIED))) || (await write(ENCODED[kind]))
    if (!made || kind === 'audio') return made
    // A little after the beginning, which is often black; at the beginning if there is no picture so late.
    for (const at of [seconds / 10, 0]) {
      const seek = ['-ss', at.toFixed(3)]
      const draw = [...seek, ...inputOf(to), '-frames:v', '1', '-f', 'image2', still]
      if ((await run(path, { signal, maxMs: LEAST_MS }, draw)) && existsSync(still)) return true
    }
    return false
  },
})

const inputOf = (from: string) => [
  ...['-protocol_whitelist', 'file', '-format_whitelist', FORMATS],
  ...['-max_pixels', PIXELS_MAX, ...THREADS, '-i', from],
]
/** Rotation is applied to the pictures; the sides are even, as H.264 in 4:2:0 needs. */
const FIT = `scale=w='min(iw,${SIDE})':h='min(ih,${SIDE})':force_original_aspect_ratio=decrease:force_divisible_by=2`
const PICTURE = [
  ...[
    '-vf',
    `${FIT},format=yuv420p`,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '23',
    '-profile:v',
    'high',
  ],
  ...['-maxrate', '8M', '-bufsize', '16M', ...THREADS],
]
const SOUND = ['-c:a', 'aac', '-b:a', '160k', '-ac', '2']
const TRACKS = { video: ['-map', '0:v:0', '-map', '0:a:0?'], audio: ['-map', '0:a:0'] }
const ENCODED = { video: [...PICTURE, ...SOUND], audio: SOUND }
const COPIED = ['-c', 'copy']
const FILE = [
  ...['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart'],
  ...['-progress', 'pipe:1', '-f', 'mp4'],
]

/** 100 is reached only by the finished file. */
const percentOf = (micros: number, seconds: number) =>
  Math.max(0, Math.min(PERCENT - 1, Math.floor((micros / MICROS / seconds) * PERCENT)))

/** Whether ffmpeg has succeeded; `onTime` gets the position reached, in microseconds. */
async function run(
  path: string,
  { signal, maxMs }: { signal: AbortSignal; maxMs: number },
  args: string[],
  onTime: (micros: number) => void = () => {},
): Promise<boolean> {
  signal.throwIfAborted()
  const options = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y']
  const child = spawn(path, [...options, ...args], {
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  const limit = setTimeout(kill, maxMs)
  let stall = setTimeout(kill, STALL_MS)
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    const micros = /^out_time_us=(\d+)$/.exec(line)?.[1]
    if (micros === undefined) return
    clearTimeout(stall)
    stall = setTimeout(kill, STALL_MS)
    onTime(Number(micros))
  })
  lowerPriority(child.pid, constants.priority.PRIORITY_LOW)
  try {
    return await new Promise<boolean>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => (signal.aborted ? reject(signal.reason) : resolve(code === 0)))
    })
  } finally {
    clearTimeout(stall)
    clearTimeout(limit)
    signal.removeEventListener('abort', kill)
  }
}
