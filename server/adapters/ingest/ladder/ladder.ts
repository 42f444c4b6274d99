import type { Ffmpeg } from '#server/adapters/ffmpeg.ts'
import type { NewRendition, Recorder } from '#server/adapters/recordings.ts'
import type { LadderSettings, Rung } from '#server/config/ladder.ts'
import type { LadderReport } from '#server/ports/ingest.ts'
import { SOUND_ALONE, type Tracks } from '#server/ports/ladder.ts'
import type { Log } from '#server/ports/log.ts'
import type { AudioTrack, VideoTrack } from '../flv.ts'
import type { Packet } from '../pack.ts'
import { type Cut, codecsOf } from './cutter.ts'
import { Session } from './session.ts'

/** An encoder that is further behind than this cannot keep up: players would give up its segments. */
const BEHIND_MS = 5_000
/** A rung that was dropped is tried again after this long. */
const DROPPED_MS = 5 * 60_000
/** Pauses before an encoder that has ended is started again; then the last one. */
const PAUSES_MS = [0, 1_000, 5_000, 30_000]
/** An encoder that has run this long was no failed start. */
const HEALTHY_MS = 60_000
/** Declared until the encoder's own parameters are known: main profile, level 3.2. */
const [PLANNED_VIDEO, PLANNED_AUDIO] = ['avc1.4d4020', 'mp4a.40.2']

export interface LadderDeps {
  ffmpeg: Ffmpeg
  settings: LadderSettings
  log: Log
}

/** What a stream's ladders, one for each run, have in common: which rungs the machine is able to make. */
export class LadderState {
  readonly deps: LadderDeps
  /** Dropped rungs, and until when; monotonic milliseconds. */
  readonly #dropped = new Map<number, number>()
  #drops = 0
  #failures = 0
  made: Rung[] = []

  constructor(deps: LadderDeps) {
    this.deps = deps
  }

  /** The rungs below a source that are to be made now. */
  rungsOf(video: VideoTrack, now = performance.now()): Rung[] {
    for (const [height, until] of this.#dropped) if (until <= now) this.#dropped.delete(height)
    this.made = this.planOf(video).filter(({ height }) => !this.#dropped.has(height))
    return this.made
  }

  planOf({ width, height: whole }: VideoTrack): Rung[] {
    return this.deps.settings.rungs.filter(({ height }) => height < Math.min(width, whole))
  }

  /** Drops the most expensive rung. */
  drop(now = performance.now()) {
    const [rung] = this.made
    if (!rung) return
    this.#drops++
    this.#dropped.set(rung.height, now + DROPPED_MS)
    this.made = this.made.slice(1)
    this.deps.log.warn({ rung: rung.height }, 'a rendition was dropped: the machine is too slow')
  }

  fail(reason: string) {
    this.#failures++
    this.deps.log.warn({ reason }, 'the encoder of a stream’s renditions ended')
  }

  report(): LadderReport {
    return {
      made: this.made.map(({ height }) => height),
      dropped: [...this.#dropped.keys()],
      drops: this.#drops,
      failures: this.#failures,
    }
  }
}

/**
 * The renditions of one run. Whatever happens to them, the source goes on: an encoder that ends is started again at
 * the next key frame, and playlists show another rendition of the segments in between.
 */
export class RunLadder {
  readonly #state
  readonly #video
  readonly #audio
  readonly #recorder: () => Promise<Recorder>
  #session: Session | null = null
  #startedAt = 0
  #attempts = 0
  #notBefore = 0
  /** Sessions that are ending. */
  #ending: Promise<void> = Promise.resolve()
  #broken = false

  constructor(
    state: LadderState,
    video: VideoTrack,
    audio: AudioTrack | null,
    recorder: () => Promise<Recorder>,
  ) {
    this.#state = state
    this.#video = video
    this.#audio = audio
    this.#recorder = recorder
  }

  /** Called before the run's first segment is written: players see the plan with it. */
  async plan(): Promise<void> {
    const { width, height } = this.#video
    const source = { width, height, codecs: codecsOf(this.#video, this.#audio) }
    const rungs = this.#state
      .planOf(this.#video)
      .filter((rung) => rung.height !== SOUND_ALONE || this.#audio)
      .map((rung): [number, Tracks] => [rung.height, this.#plannedOf(rung)])
    if (rungs.length > 0) await (await this.#recorder()).plan(source, rungs)
  }

  picture(packet: Packet) {
    if (!this.#session && packet.key) this.#start()
    this.#session?.picture(packet)
  }

  sound(dts: number, data: Uint8Array) {
    this.#session?.sound(dts, data)
  }

  /** The source's segment is written. */
  cut(cut: Cut) {
    const session = this.#session
    if (!session) return
    session.cut(cut)
    if (session.behind() > BEHIND_MS) {
      this.#state.drop()
      this.#leave(session)
      session.kill()
    } else if (this.#mayGrow()) this.#leave(session)
  }

  /** Resolves when the last segments have their renditions. */
  async end(): Promise<void> {
    if (this.#session) this.#leave(this.#session)
    await this.#ending
  }

  /** Whether a dropped rung is due again: the encoder ends, and the next one begins with all of them. */
  #mayGrow() {
    const before = this.#state.made.length
    return this.#state.rungsOf(this.#video).length > before
  }

  #start() {
    const now = performance.now()
    const rungs = this.#state.rungsOf(this.#video, now)
    if (this.#broken || rungs.length === 0 || now < this.#notBefore) return
    const { ffmpeg, settings } = this.#state.deps
    this.#startedAt = now
    const session: Session = new Session({
      ...{ ffmpeg, video: this.#video, audio: this.#audio },
      settings: { ...settings, rungs },
      write: (rendition) => this.#write(rendition),
      onExit: (reason) => this.#exited(session, reason),
    })
    this.#session = session
  }

  async #write(rendition: NewRendition) {
    await (await this.#recorder()).render(rendition)
  }

  #leave(session: Session) {
    if (this.#session === session) this.#session = null
    const ended = session.end().catch((error: unknown) => {
      // A full or broken disk: the source's own segments report it.
      this.#broken = true
      this.#state.deps.log.warn({ error: String(error) }, 'a rendition could not be written')
    })
    this.#ending = Promise.all([this.#ending, ended]).then(() => {})
  }

  #exited(session: Session, reason: string | null) {
    if (this.#session !== session) return
    this.#leave(session)
    if (performance.now() - this.#startedAt > HEALTHY_MS) this.#attempts = 0
    this.#notBefore = performance.now() + (PAUSES_MS[this.#attempts++] ?? PAUSES_MS.at(-1) ?? 0)
    this.#state.fail(reason ?? 'ended')
  }

  #plannedOf({ height }: Rung): Tracks {
    const audio = this.#audio ? [PLANNED_AUDIO] : []
    if (height === SOUND_ALONE) return { width: 0, height: 0, codecs: PLANNED_AUDIO }
    const codecs = [PLANNED_VIDEO, ...audio].join()
    const { width, height: whole } = this.#video
    const even = (length: number) => 2 * Math.round((length * height) / Math.min(width, whole) / 2)
    return { width: even(width), height: even(whole), codecs }
  }
}
