import type { Clock } from '#server/ports/clock.ts'
import type { Report } from '#server/ports/ingest.ts'
import type { Log } from '#server/ports/log.ts'
import { openRecorder, type Recorder } from '../recordings.ts'
import type { AudioTrack, Media, VideoTrack } from './flv.ts'
import { createMeter } from './meter.ts'
import { PackError, soundFrameMs } from './pack.ts'
import { createSegmenter, type Piece, type Segmenter } from './segmenter.ts'
import { createSoundSegmenter } from './sound-segmenter.ts'
import { createTimeline } from './timeline.ts'
import { createUnwritten, type Unwritten, unwrittenOf } from './unwritten.ts'

/** Encoders name their tracks first; one that has shown pictures for so long without a word of sound has none. */
const SOUND_NAMED_MS = 1_500
/** One that has sent sound for so long without naming a picture sends sound alone. */
const PICTURE_NAMED_MS = 3_000
/** What only the owner sees is kept as long as a player looks back. */
const PREVIEW_MS = 60_000
/** What a run takes that waits for the one before it, beside its packets and its tracks. */
const RUN_BYTES = 2_000
const TOO_MUCH = 'too much of a stream waits to be written'

interface Source {
  /** SHA-256 of the key it came with, base64url. */
  keyHash: string
  /** Cuts the encoder off. */
  close: () => void
  /** Keeps what is new and no more: what runs for days without end. */
  keepMs?: number
}

interface IntakeDeps {
  clock: Clock
  log: Log
  onChange: () => void
}

export interface Stream {
  /** `arrived` in milliseconds of a clock that only moves forward; now, where it is left out. */
  take: (media: Media, arrived?: number) => void
  /** The encoder is gone; settles when all it sent is written. */
  end: () => Promise<void>
}

/** Takes what encoders send, and writes it down as pieces; one encoder for each broadcast. */
export function createIntake(root: string, deps: IntakeDeps) {
  const open = new Map<string, ReturnType<typeof createStream>>()
  const waiting = new Set<string>()
  const unwritten = createUnwritten()

  /** Settles when nobody sends for this broadcast, and all that came is written. */
  async function relieve(broadcast: string) {
    waiting.add(broadcast)
    for (let before = open.get(broadcast); before; before = open.get(broadcast)) {
      before.source.close()
      await before.end()
    }
    waiting.delete(broadcast)
  }

  return {
    /**
     * The encoder that comes last counts: the line of the one before is dead, and it does not know yet. Null where one
     * waits already for what is being written: on a disk that stands still they would gather.
     */
    async open(broadcast: string, source: Source): Promise<Stream | null> {
      if (waiting.has(broadcast)) return null
      await relieve(broadcast)
      const stream = createStream(
        source,
        async () => openRecorder(root, broadcast),
        { ...deps, unwritten: unwrittenOf(unwritten) },
        () => {
          if (open.get(broadcast) === stream) open.delete(broadcast)
        },
      )
      open.set(broadcast, stream)
      return stream
    },
    report: (): Report['streams'] =>
      [...open].map(([broadcast, stream]) => ({ broadcast, ...stream.report() })),
    stop: (broadcast: string) => open.get(broadcast)?.source.close(),
    /** Throws away what is older than a minute, but nothing from before that instant. */
    trim: async (broadcast: string, from = 0) => open.get(broadcast)?.trim(PREVIEW_MS, from),
    end: async () => void (await Promise.all([...open.values()].map((stream) => stream.end()))),
  }
}
export type Intake = ReturnType<typeof createIntake>

function createStream(
  source: Source,
  openFolder: () => Promise<Recorder>,
  { clock, log, onChange, unwritten }: IntakeDeps & { unwritten: Unwritten },
  onEnd: () => void,
) {
  const meter = createMeter()
  const timeline = createTimeline()
  let folder: Promise<Recorder> | null = null
  let video: VideoTrack | null = null
  let audio: AudioTrack | null = null
  let run: Pick<Segmenter, 'audio' | 'end'> | null = null
  /** The same run, where it has pictures. */
  let shown: Segmenter | null = null
  let firstSeen: number | null = null
  let firstHeard: number | null = null
  /** Pictures come that nobody could see: to play their sound alone would hide that. */
  let isForeign = false
  let pieces = 0
  let ended: Promise<void> | null = null
  let failed = false
  /** Runs that ended over a piece that could not be packaged. */
  let spoiled = 0
  /** Runs follow one another in the folder. */
  let before: Promise<void> = Promise.resolve()

  function fail(error: unknown) {
    if (failed) return
    failed = true
    log.error({ error: String(error) }, 'a stream could not be written')
    source.close()
  }

  /** A piece that cannot be packaged ends its run; the line stays, and the next key picture begins another. */
  function spoil(error: unknown) {
    if (!(error instanceof PackError)) return fail(error)
    spoiled++
    log.warn({ error: error.message }, 'a run of a stream ended')
    finish()
  }

  /** Where the pieces of a run go that begins now, on the clock of the wall. */
  function sink() {
    const startedAt = clock.now().getTime()
    const write = async ({ init, bytes, start, duration }: Piece) => {
      const recorder = await (folder ??= openFolder())
      if (init) await recorder.begin(init)
      await recorder.add(bytes, Math.round(startedAt + start), duration / 1_000)
      pieces++
      if (pieces === 1) onChange()
      if (source.keepMs && pieces % 10 === 0) await trim(source.keepMs)
    }
    return { write, ready: before, unwritten, onError: spoil }
  }
  function finish() {
    const last = run
    run = shown = null
    if (!last) return
    const weight = RUN_BYTES + (video?.record.length ?? 0) + (audio?.record.length ?? 0)
    unwritten.add(weight)
    before = Promise.all([before, last.end().catch(failButSpoiled)])
      .then(() => {}, fail)
      .finally(() => unwritten.add(-weight))
  }
  function takePicture({ key, data, ...said }: Media & { is: 'video' }, arrived: number) {
    const { dts, pts, isNewRun } = timeline.picture(said.dts, said.pts - said.dts, key, arrived)
    meter.video(dts, data.length, key)
    if (isNewRun) finish()
    firstSeen ??= dts
    const soundKnown = audio !== null || dts - firstSeen > SOUND_NAMED_MS
    if (!run && key && video && soundKnown) run = shown = createSegmenter(video, audio, sink())
    shown?.video({ key, dts, pts, data })
  }
  function takeSound({ data, ...said }: Media & { is: 'audio' }, arrived: number) {
    if (!audio) return
    const dts = timeline.sound(said.dts, soundFrameMs(audio.sampleRate), arrived)
    if (dts === null) return
    meter.audio(dts, data.length)
    firstHeard ??= dts
    const isAlone = !video && !isForeign && dts - firstHeard > PICTURE_NAMED_MS
    if (!run && isAlone) run = createSoundSegmenter(audio, sink())
    run?.audio(dts, data)
  }

  function take(media: Media, arrived: number) {
    switch (media.is) {
      case 'videoTrack':
        if (run && !(video && equal(video, media.track))) finish()
        video = media.track
        return
      case 'audioTrack':
        if (run && !(audio && equal(audio, media.track))) finish()
        audio = media.track
        return
      case 'video':
        return takePicture(media, arrived)
      case 'audio':
        return takeSound(media, arrived)
      case 'foreign':
        if (media.what === 'video' && !video && !isForeign) {
          isForeign = true
          finish()
        }
        return meter.foreign(media.what)
    }
  }

  async function trim(ms: number, from = 0) {
    if (folder) await (await folder).forget(clock.now().getTime() - ms, from)
  }

  return {
    source,
    trim,
    take(media: Media, arrived = performance.now()) {
      if (ended || failed) return
      take(media, arrived)
      if (unwritten.isTooMuch()) fail(TOO_MUCH)
    },
    report: () => ({
      key_hash: source.keyHash,
      pieces,
      measured: { ...meter.measured(video, audio), spoiled },
    }),
    end: () =>
      (ended ??= (async () => {
        finish()
        await before
        onEnd()
        onChange()
      })()),
  }
}

function failButSpoiled(error: unknown) {
  if (!(error instanceof PackError)) throw error
}

const equal = (one: { record: Uint8Array }, other: { record: Uint8Array }) =>
  Buffer.compare(one.record, other.record) === 0
