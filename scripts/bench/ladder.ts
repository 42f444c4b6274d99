import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Ffmpeg, findFfmpeg, sameTimes } from '#server/adapters/ffmpeg.ts'
import { type FlvMedia, readTag } from '#server/adapters/ingest/flv.ts'
import { tagReader } from '#server/adapters/ingest/ladder/flv-pipe.ts'
import { Session, SMALL_KBPS } from '#server/adapters/ingest/ladder/session.ts'
import { type LadderSettings, LadderText, type Rung } from '#server/config/ladder.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { ratio } from './rounds.ts'

const run = promisify(execFile)
const ROUNDS = 5
const SECONDS = 15
const TO_FFMPEG_MAX = 1.15
/** One segment for each. */
const KEY_FRAME_S = 2
const SEGMENT = { run: 1, init: '', file: '', at: 0, bytes: 0 }
const TICKS_PER_S = 100

/** Seconds of CPU of this process and of its children that have ended. */
function cpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
  // utime, stime, cutime and cstime, after the name.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_S
}
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = cpuSeconds()
  await work()
  return cpuSeconds() - before
}

const quiet = ['-nostdin', '-loglevel', 'error', '-y']

/** Moving pictures in the usual settings of an encoder, 1080p30 with a tone, as a file. */
async function drawClip({ path }: Ffmpeg, file: string) {
  await run(path, [
    ...[...quiet, '-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=30'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-t', `${SECONDS}`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2', '-pix_fmt', 'yuv420p'],
    ...['-b:v', '6000k', '-g', `${KEY_FRAME_S * 30}`, '-sc_threshold', '0'],
    ...['-c:a', 'aac', '-b:a', '128k', '-f', 'flv', file],
  ])
  const media: FlvMedia[] = []
  tagReader((tag) => {
    const one = readTag(tag)
    if (one) media.push(one)
  })(readFileSync(file))
  return media
}

/** ffmpeg alone, with the same encoders on the same file. */
function alone(ffmpeg: Ffmpeg, file: string, { rungs, soundKbps }: LadderSettings) {
  const pictures = rungs.filter(({ height }) => height > 0)
  const split = `[0:v]split=${pictures.length}${pictures.map((_, n) => `[s${n}]`).join('')}`
  const scaled = pictures.map(({ height }, n) => `[s${n}]scale=-2:${height},format=yuv420p[v${n}]`)
  return run(ffmpeg.path, [
    ...[...quiet, '-threads', '2', '-i', file],
    ...(pictures.length > 0 ? ['-filter_complex', [split, ...scaled].join(';')] : []),
    ...pictures.flatMap(({ kbps }, n) => [
      ...['-map', `[v${n}]`, '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main'],
      ...['-crf', '23', '-maxrate', `${kbps}k`, '-bufsize', `${kbps}k`, '-threads', '2'],
      ...['-force_key_frames', 'source', '-sc_threshold', '0', '-g', '600', ...sameTimes(ffmpeg)],
      ...['-f', 'flv', '/dev/null'],
    ]),
    ...(rungs.some(({ kbps, height }) => height === 0 || kbps <= SMALL_KBPS)
      ? ['-map', '0:a', '-c:a', 'aac', '-b:a', `${soundKbps}k`, '-f', 'flv', '/dev/null']
      : []),
  ])
}

/** The renditions as a stream's ladder makes them; their segments are not written. */
async function asLadder(ffmpeg: Ffmpeg, media: FlvMedia[], settings: LadderSettings) {
  const video = media.find((one) => one.is === 'videoTrack')!.track
  const audio = media.find((one) => one.is === 'audioTrack')!.track
  let segments = 0
  const session = new Session({
    ...{ ffmpeg, video, audio, settings },
    write: async () => {
      segments++
    },
    onExit: () => {},
  })
  let start = 0
  for (const one of media) {
    if (one.is === 'audio') session.sound(one.dts, one.data)
    if (one.is !== 'video') continue
    if (one.key && one.dts > start) {
      const seconds = (one.dts - start) / 1_000
      const segment = { ...SEGMENT, sequence: start / 1_000, seconds }
      session.cut({ segment, start, end: one.dts })
      start = one.dts
    }
    session.picture(one)
  }
  await session.end()
  if (segments === 0) throw new Error('the ladder made no segments')
}

/** CPU of the renditions of a stream, each and together, beside ffmpeg alone on the same file. */
export async function ladder(): Promise<Section> {
  const ffmpeg = await findFfmpeg(process.env.FFMPEG ?? '')
  if (ffmpeg.state !== 'found') throw new Error('ffmpeg is missing')
  const all = LadderText.parse('')!
  const nameOf = ({ height }: Rung) => (height === 0 ? 'sound' : `${height}p`)
  const cases = [
    ...all.rungs.map((rung) => ({ what: nameOf(rung), settings: { ...all, rungs: [rung] } })),
    { what: 'all', settings: all },
  ]
  const folder = mkdtempSync(join(tmpdir(), 'room-ladder-'))
  try {
    const file = join(folder, 'clip.flv')
    const media = await drawClip(ffmpeg, file)
    const rows: Row[] = []
    for (const { what, settings } of cases) {
      const ours: number[] = []
      const floor: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await costOf(() => asLadder(ffmpeg, media, settings)))
        floor.push(await costOf(() => alone(ffmpeg, file, settings)))
      }
      const toFfmpeg = ratio(ours, floor)
      rows.push({
        what,
        figures: {
          'core %': figure(ours.map((s) => (100 * s) / SECONDS)),
          'ffmpeg alone %': figure(floor.map((s) => (100 * s) / SECONDS)),
          '× ffmpeg': toFfmpeg,
        },
        // The sound alone takes three hundredths of a core: its ratio says little.
        ...(what !== 'sound' && {
          target: { says: `≤ ${TO_FFMPEG_MAX}×`, held: toFfmpeg.median <= TO_FFMPEG_MAX },
        }),
      })
    }
    return { title: 'Renditions of a stream of 1080p30: CPU beside ffmpeg alone', rows }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) await report('ladder', ladder)
