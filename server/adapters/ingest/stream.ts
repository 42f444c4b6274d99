import type { Clock } from '#server/ports/clock.ts'
import type { Log } from '#server/ports/log.ts'
import type { Recorder } from '../recordings.ts'
import { Doubts } from './doubts.ts'
import type { AudioTrack, FlvMedia, VideoTrack } from './flv.ts'
import { type LadderState, RunLadder } from './ladder/ladder.ts'
import { createMeter } from './meter.ts'
import { PackError, soundFrameMs } from './pack.ts'
import { type PackagedSegment, Segmenter, type Sink } from './segmenter.ts'
import { createSoundSegmenter } from './sound-segmenter.ts'
import { Timeline } from './timeline.ts'
import type { Unwritten } from './unwritten.ts'

/** Encoders announce their tracks first: pictures for this long without an audio track mean that there is none. */
const SOUND_NAMED_MS = 1_500
/** Sound for this long without a video track means an audio-only stream. */
const PICTURE_NAMED_MS = 3_000
/** Pictures that have not arrived for this long are gone: the sound goes on alone. */
const GONE_MS = 5_000
/** Memory of a run that waits for the previous one, besides its packets and its tracks. */
const RUN_BYTES = 2_000
const TOO_MUCH = 'too much of a stream waits to be written'

export interface Source {
  /** SHA-256 of the stream key, base64url. */
  keyHash: string
  /** Disconnects the encoder. */
  close: () => void
  /** Retention, for streams that run for days. */
  windowMs?: number
  /** Without renditions below it. */
  isPlain?: boolean
}

export interface IntakeDeps {
  clock: Clock
  log: Log
  onChange: () => void
}

interface StreamDeps extends IntakeDeps {
  unwritten: Unwritten
  ladder: LadderState | null
  openFolder: () => Promise<Recorder>
  onEnd: () => void
}

/** A stretch of a stream with the same tracks and one clock. */
interface Run {
  video: VideoTrack | null
  audio: AudioTrack | null
  cutter: Pick<Segmenter, 'audio' | 'end'>
  /** The same one, if the run has pictures. */
  shown: Segmenter | null
  ladder: RunLadder | null
  /** Where its pictures begin. */
  origin: number
}

/** One connection of an encoder, recorded in runs. */
export class Stream {
  readonly source: Source
  readonly #deps: StreamDeps
  readonly #meter = createMeter()
  readonly #doubts = new Doubts()
  readonly #timeline = new Timeline((what, arrived) => this.#doubts.notice(what, arrived))
  #folder: Promise<Recorder> | null = null
  #video: VideoTrack | null = null
  #audio: AudioTrack | null = null
  #run: Run | null = null
  /** Resolves when the renditions of all runs are written. */
  #rendered: Promise<unknown> = Promise.resolve()
  #arrived = Number.NEGATIVE_INFINITY
  #firstSeen: number | null = null
  /** Where the sound was that arrived first after the last picture. */
  #aloneSince: number | null = null
  /** The video codec is not playable. Playing the sound alone would hide that. */
  #isForeign = false
  #segments = 0
  #ended: Promise<void> | null = null
  #failed = false
  /** Number of runs that ended with a segment that could not be packaged. */
  #spoiled = 0
  /** Resolves when the previous run is written: runs of a recording are written one after the other. */
  #before: Promise<void> = Promise.resolve()

  constructor(source: Source, deps: StreamDeps) {
    this.source = source
    this.#deps = deps
  }

  /** Whether the encoder still sent something within this time, in milliseconds. */
  hasSent(within: number): boolean {
    return performance.now() - this.#arrived < within
  }

  /** `arrived`: monotonic milliseconds. */
  take(media: FlvMedia, arrived = performance.now()): void {
    if (this.#ended || this.#failed) return
    this.#arrived = arrived
    this.#take(media, arrived)
    if (this.#deps.unwritten.isTooMuch()) this.#fail(TOO_MUCH)
  }

  report() {
    return {
      key_hash: this.source.keyHash,
      pieces: this.#segments,
      measured: {
        ...this.#meter.measured(this.#video, this.#audio),
        spoiled: this.#spoiled,
        doubts: this.#doubts.now(performance.now()),
        unwritten: this.#failed,
        ladder: this.#deps.ladder?.report(),
      },
    }
  }

  async trim(ms: number, from = 0): Promise<void> {
    const { clock } = this.#deps
    if (this.#folder) await (await this.#folder).trim(clock.now().getTime() - ms, from)
  }

  /** Resolves when the renditions of an ended stream are written. */
  async rendered(): Promise<void> {
    await this.#ended
    await this.#rendered
  }

  /** Ends the stream; resolves when everything received is written. */
  end(): Promise<void> {
    this.#ended ??= this.#finishAll()
    return this.#ended
  }

  async #finishAll(): Promise<void> {
    this.#finish()
    await this.#before
    this.#deps.onEnd()
    this.#deps.onChange()
  }

  #take(media: FlvMedia, arrived: number) {
    switch (media.is) {
      // The next run has it: pictures begin with a key frame.
      case 'videoTrack':
        if (!(this.#video && equal(this.#video, media.track))) this.#video = media.track
        return
      case 'audioTrack':
        if (!(this.#audio && equal(this.#audio, media.track))) this.#audio = media.track
        return
      case 'video':
        return this.#takePicture(media, arrived)
      case 'audio':
        return this.#takeSound(media, arrived)
      case 'announced':
        return this.#doubts.announce(media.kbps)
      case 'foreign':
        if (media.what === 'video' && !this.#video && !this.#isForeign) {
          this.#isForeign = true
          this.#finish()
        }
        return this.#meter.foreign(media.what)
    }
  }

  #takePicture({ key, data, ...timestamps }: FlvMedia & { is: 'video' }, arrived: number): void {
    const { dts, pts, isNewRun } = this.#timeline.picture(
      timestamps.dts,
      timestamps.pts - timestamps.dts,
      key,
      arrived,
    )
    this.#meter.video(dts, data.length, key)
    this.#doubts.picture(dts, arrived, data.length)
    this.#firstSeen ??= dts
    this.#aloneSince = null
    const [video, audio] = [this.#video, this.#audio]
    const isSoundKnown = audio !== null || dts - this.#firstSeen > SOUND_NAMED_MS
    if (key && video && isSoundKnown) {
      const goesOn = !isNewRun && this.#run?.video === video && this.#run.audio === audio
      if (!goesOn) this.#begin(video, audio, dts)
    }
    const run = this.#run
    if (!run || run.video !== video) return
    run.shown?.video({ key, dts, pts, data })
    run.ladder?.picture({ key, dts: dts - run.origin, pts: pts - run.origin, data })
  }

  #takeSound({ data, ...timestamps }: FlvMedia & { is: 'audio' }, arrived: number): void {
    const audio = this.#audio
    if (!audio) return
    const dts = this.#timeline.sound(timestamps.dts, soundFrameMs(audio.sampleRate), arrived)
    if (dts === null) return
    this.#aloneSince ??= dts
    this.#meter.audio(dts, data.length)
    this.#doubts.sound(data.length)
    const goesOn = this.#run?.video === null && this.#run.audio === audio
    const alone = dts - this.#aloneSince
    if (!goesOn && this.#isAlone(alone)) this.#beginSound(audio, dts)
    if (this.#run?.audio === audio) this.#run.cutter.audio(dts, data)
  }

  /** Whether sound that has come alone for so long has no pictures: there never were any, or they are gone. */
  #isAlone(ms: number): boolean {
    return !this.#isForeign && ms > (this.#video ? GONE_MS : PICTURE_NAMED_MS)
  }

  /** Begins a run of pictures. */
  #begin(video: VideoTrack, audio: AudioTrack | null, origin: number): void {
    this.#finish()
    const { ladder: state } = this.#deps
    const ladder = state && new RunLadder(state, video, audio, () => this.#openFolder())
    const shown: Segmenter = new Segmenter(
      video,
      audio,
      this.#sink(() => shown, ladder),
    )
    this.#run = { video, audio, cutter: shown, shown, ladder, origin }
  }

  /** Begins a run of sound alone. */
  #beginSound(audio: AudioTrack, origin: number): void {
    this.#finish()
    const cutter: Run['cutter'] = createSoundSegmenter(
      audio,
      this.#sink(() => cutter),
    )
    this.#run = { video: null, audio, cutter, shown: null, ladder: null, origin }
  }

  #openFolder(): Promise<Recorder> {
    return (this.#folder ??= this.#deps.openFolder())
  }

  /**
   * Writes the segments of a run that starts now, in wall-clock time; later if the previous run ends later: it was
   * sent faster than real time, or the clock was set back. An archive is cut by its segments' dates.
   */
  #sink(cutter: () => Run['cutter'], ladder: RunLadder | null = null): Sink {
    let startedAt = this.#deps.clock.now().getTime()
    const write = async ({ init, bytes, start, duration }: PackagedSegment) => {
      const recorder = await this.#openFolder()
      if (init) {
        startedAt = Math.max(startedAt, recorder.end - start)
        await recorder.begin(init)
        await ladder?.plan()
      }
      const at = Math.round(startedAt + start)
      const segment = await recorder.add(bytes, at, duration / 1_000)
      ladder?.cut({ segment, start, end: start + duration })
      this.#segments++
      if (this.#segments === 1) this.#deps.onChange()
      const { windowMs } = this.source
      if (windowMs && this.#segments % 10 === 0) await this.trim(windowMs)
    }
    let hasFailed = false
    // Only once: all segments that wait for the failed one fail as well.
    const onError = (error: unknown) => {
      if (!hasFailed) this.#spoil(error, cutter())
      hasFailed = true
    }
    return {
      ...{ write, ready: this.#before, unwritten: this.#deps.unwritten, onError },
      onSound: ({ dts, data }) => ladder?.sound(dts, data),
    }
  }

  #finish(): void {
    const run = this.#run
    this.#run = null
    if (!run) return
    const { video, audio, cutter, ladder } = run
    const { unwritten } = this.#deps
    const weight = RUN_BYTES + (video?.record.length ?? 0) + (audio?.record.length ?? 0)
    unwritten.add(weight)
    this.#before = Promise.all([this.#before, cutter.end().catch(failButSpoiled)])
      .then(
        () => {},
        (error: unknown) => this.#fail(error),
      )
      .finally(() => unwritten.add(-weight))
    if (ladder)
      this.#rendered = Promise.all([this.#rendered, this.#before.then(() => ladder.end())])
  }

  /**
   * A segment that cannot be packaged ends its run; the connection stays, and the next key frame starts a new run.
   */
  #spoil(error: unknown, cutter: Run['cutter']): void {
    if (!(error instanceof PackError)) {
      this.#fail(error)
      return
    }
    this.#spoiled++
    this.#deps.log.warn(
      { error: error.message },
      'a run of a stream ended: a segment could not be packaged',
    )
    if (this.#run?.cutter === cutter) this.#finish()
  }

  #fail(error: unknown): void {
    if (this.#failed) return
    this.#failed = true
    this.#deps.log.error({ error: String(error) }, 'a stream could not be written')
    this.#deps.onChange()
    this.source.close()
  }
}

function failButSpoiled(error: unknown) {
  if (!(error instanceof PackError)) throw error
}

const equal = (one: { record: Uint8Array }, other: { record: Uint8Array }) =>
  Buffer.compare(one.record, other.record) === 0
