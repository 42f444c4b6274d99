import type { Clock } from '#server/ports/clock.ts'
import type { IngestReport } from '#server/ports/ingest.ts'
import type { Log } from '#server/ports/log.ts'
import { createRecorder, type Recorder } from '../recordings.ts'
import type { AudioTrack, FlvMedia, VideoTrack } from './flv.ts'
import { createMeter } from './meter.ts'
import { PackError, soundFrameMs } from './pack.ts'
import { createSegmenter, type PackagedSegment, type Segmenter } from './segmenter.ts'
import { createSoundSegmenter } from './sound-segmenter.ts'
import { createTimeline } from './timeline.ts'
import { createUnwritten, type Unwritten, unwrittenOf } from './unwritten.ts'

/** Encoders announce their tracks first: pictures for this long without an audio track mean that there is none. */
const SOUND_NAMED_MS = 1_500
/** Sound for this long without a video track means an audio-only stream. */
const PICTURE_NAMED_MS = 3_000
/** Retention of a preview: as far as a player seeks back. */
const PREVIEW_MS = 60_000
/** Memory of a run that waits for the previous one, besides its packets and its tracks. */
const RUN_BYTES = 2_000
const TOO_MUCH = 'too much of a stream waits to be written'

interface Source {
  /** SHA-256 of the stream key, base64url. */
  keyHash: string
  /** Disconnects the encoder. */
  close: () => void
  /** Retention, for streams that run for days. */
  windowMs?: number
}

interface IntakeDeps {
  clock: Clock
  log: Log
  onChange: () => void
}

export interface IntakeStream {
  /** `arrived`: monotonic milliseconds; default: now. */
  take: (media: FlvMedia, arrived?: number) => void
  /** Ends the stream; resolves when everything received is written. */
  end: () => Promise<void>
}

/** Receives the streams of encoders and records them as segments; one encoder per broadcast. */
export function createIntake(root: string, deps: IntakeDeps) {
  const open = new Map<string, ReturnType<typeof createStream>>()
  const waiting = new Set<string>()
  const unwritten = createUnwritten()

  /** Closes the current encoder of a broadcast; resolves when everything it sent is written. */
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
     * The latest encoder wins: the connection of the previous one is dead. Null if another encoder already waits for
     * the previous one to be written; on a stalled disk they would pile up.
     */
    async open(broadcast: string, source: Source): Promise<IntakeStream | null> {
      if (waiting.has(broadcast)) return null
      await relieve(broadcast)
      const stream = createStream(
        source,
        async () => createRecorder(root, broadcast),
        { ...deps, unwritten: unwrittenOf(unwritten) },
        () => {
          if (open.get(broadcast) === stream) open.delete(broadcast)
        },
      )
      open.set(broadcast, stream)
      return stream
    },
    report: (): IngestReport['streams'] =>
      [...open].map(([broadcast, stream]) => ({ broadcast, ...stream.report() })),
    stop: (broadcast: string) => open.get(broadcast)?.source.close(),
    /** Deletes segments that are older than a minute, but none from before `from`. */
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
  /** The same run, if it has video. */
  let shown: Segmenter | null = null
  let firstSeen: number | null = null
  let firstHeard: number | null = null
  /** The video codec is not playable. Playing the sound alone would hide that. */
  let isForeign = false
  let segments = 0
  let ended: Promise<void> | null = null
  let failed = false
  /** Number of runs that ended with a segment that could not be packaged. */
  let spoiled = 0
  /** Resolves when the previous run is written: runs of a recording are written one after the other. */
  let before: Promise<void> = Promise.resolve()

  function fail(error: unknown) {
    if (failed) return
    failed = true
    log.error({ error: String(error) }, 'a stream could not be written')
    source.close()
  }

  /**
   * A segment that cannot be packaged ends its run; the connection stays, and the next key frame starts a new run.
   */
  function spoil(error: unknown) {
    if (!(error instanceof PackError)) return fail(error)
    spoiled++
    log.warn({ error: error.message }, 'a run of a stream ended: a segment could not be packaged')
    finish()
  }

  /** Writes the segments of a run that starts now, in wall-clock time. */
  function sink() {
    const startedAt = clock.now().getTime()
    const write = async ({ init, bytes, start, duration }: PackagedSegment) => {
      const recorder = await (folder ??= openFolder())
      if (init) await recorder.begin(init)
      await recorder.add(bytes, Math.round(startedAt + start), duration / 1_000)
      segments++
      if (segments === 1) onChange()
      if (source.windowMs && segments % 10 === 0) await trim(source.windowMs)
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
  function takePicture({ key, data, ...timestamps }: FlvMedia & { is: 'video' }, arrived: number) {
    const { dts, pts, isNewRun } = timeline.picture(
      timestamps.dts,
      timestamps.pts - timestamps.dts,
      key,
      arrived,
    )
    meter.video(dts, data.length, key)
    if (isNewRun) finish()
    firstSeen ??= dts
    const soundKnown = audio !== null || dts - firstSeen > SOUND_NAMED_MS
    if (!run && key && video && soundKnown) run = shown = createSegmenter(video, audio, sink())
    shown?.video({ key, dts, pts, data })
  }
  function takeSound({ data, ...timestamps }: FlvMedia & { is: 'audio' }, arrived: number) {
    if (!audio) return
    const dts = timeline.sound(timestamps.dts, soundFrameMs(audio.sampleRate), arrived)
    if (dts === null) return
    meter.audio(dts, data.length)
    firstHeard ??= dts
    const isAlone = !video && !isForeign && dts - firstHeard > PICTURE_NAMED_MS
    if (!run && isAlone) run = createSoundSegmenter(audio, sink())
    run?.audio(dts, data)
  }

  function take(media: FlvMedia, arrived: number) {
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
    if (folder) await (await folder).trim(clock.now().getTime() - ms, from)
  }

  return {
    source,
    trim,
    take(media: FlvMedia, arrived = performance.now()) {
      if (ended || failed) return
      take(media, arrived)
      if (unwritten.isTooMuch()) fail(TOO_MUCH)
    },
    report: () => ({
      key_hash: source.keyHash,
      pieces: segments,
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
