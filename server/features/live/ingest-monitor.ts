import { DISK_RESERVE_BYTES } from '#contract/shared/limits.ts'
import { DROP_GRACE_MS } from '#contract/streams/limits.ts'
import { DISK_FULL } from '#contract/streams/messages.ts'
import { jsonOf } from '#server/db/json.ts'
import { ApiError } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type {
  Admission,
  FfmpegState,
  IngestReport,
  Measured,
  Orders,
} from '#server/ports/ingest.ts'
import { end, goOnAir } from './archive/publishment.ts'
import * as query from './broadcast-queries.ts'
import { clearPreview, interrupt, join, resume, unkeptFrom } from './broadcast-steps.ts'
import type { BroadcastDeps } from './deps.ts'
import { RecentAdvice } from './recent-advice.ts'
import { endedAt } from './recorded.ts'
import { IngestReportShape as ReportShape } from './report-shape.ts'
import { sha256 } from './seal.ts'
import { streamHealthOf } from './stream-health.ts'

/** Reports come each second: an ingest process without reports for this time counts as gone. */
const SILENT_MS = 6_000
/** A process without any reports may itself be disconnected, so it waits this long before it acts. */
const DEAF_MS = 30_000
/** A connected encoder without a new segment for this time counts as stalled: longer than any keyframe interval. */
const STILL_MS = 30_000
/** Life of a preview without an encoder. */
const PREVIEW_TTL_MS = 10 * 60_000
const RUNNING = 'running'
const REFUSED = 'stream refused'

const reportOf = jsonOf(ReportShape)

interface Running {
  ingest: string
  /** Milliseconds since 1970. */
  seenAt: number
  segments: number
  /** Time of the last new segment, or of the encoder's arrival; milliseconds since 1970. */
  movedAt: number
  measured: Measured
}

/** Runs that the packager aborted, renditions that were dropped, and encoders of renditions that ended. */
export interface StreamTotals {
  spoiledRuns: number
  droppedRungs: number
  failedEncoders: number
}

/**
 * Receives the ingest process's reports and returns its orders. Each report lists all running streams, so that the
 * next one corrects anything lost by a restart or a failed call.
 */
export class IngestMonitor {
  readonly #deps: BroadcastDeps
  readonly #running = new Map<string, Running>()
  #bootedAt
  #port
  /** Time of the last report of any ingest process. */
  #heardAt
  /** Since this process began. */
  readonly #totals: StreamTotals = { spoiledRuns: 0, droppedRungs: 0, failedEncoders: 0 }
  #ffmpeg: FfmpegState | null = null
  readonly #advice = new RecentAdvice()
  #reportedAt
  #settling: Promise<void> | null = null

  constructor(deps: BroadcastDeps) {
    this.#deps = deps
    this.#bootedAt = deps.clock.now().getTime()
    this.#port = deps.config.rtmp.port
    this.#heardAt = this.#bootedAt
    this.#reportedAt = this.#bootedAt
    deps.bus.subscribe(RUNNING, (payload) => this.#note(reportOf(payload)))
    // Any process may answer its owner.
    deps.bus.subscribe(REFUSED, (eventId) => this.#advice.note(eventId, [DISK_FULL], this.#nowMs()))
  }

  #nowMs() {
    return this.#deps.clock.now().getTime()
  }

  /** Streams that this ingest process no longer lists have ended. */
  #note({ ingest, rtmp_port, ffmpeg, streams }: IngestReport) {
    this.#port = rtmp_port
    if (ffmpeg) this.#ffmpeg = ffmpeg
    const now = this.#nowMs()
    this.#heardAt = now
    const before = new Map(this.#running)
    for (const [id, known] of this.#running) if (known.ingest === ingest) this.#running.delete(id)
    for (const { broadcast, pieces: segments, measured } of streams) {
      const known = before.get(broadcast)
      const movedAt = known && known.segments === segments ? known.movedAt : now
      this.#count(measured, known?.measured)
      this.#running.set(broadcast, { ingest, segments, measured, movedAt, seenAt: now })
      this.#advice.note(broadcast, streamHealthOf({ measured, segments }).advice, now)
    }
  }

  /** Each encoder's counters begin at zero. */
  #count(now: Measured, before: Measured | undefined) {
    const grown = (count: number, known = 0) => Math.max(0, count - known)
    this.#totals.spoiledRuns += grown(now.spoiled, before?.spoiled)
    this.#totals.droppedRungs += grown(now.ladder?.drops ?? 0, before?.ladder?.drops)
    this.#totals.failedEncoders += grown(now.ladder?.failures ?? 0, before?.ladder?.failures)
  }

  async #applyReport(report: IngestReport) {
    this.#reportedAt = this.#nowMs()
    this.#note(report)
    await this.#deps.bus.publish(RUNNING, JSON.stringify(report))
  }

  runningOf(id: string): Running | null {
    const known = this.#running.get(id)
    return known && this.#nowMs() - known.seenAt < SILENT_MS ? known : null
  }

  /** Whether the encoder has just arrived or sent a new segment. */
  #moves({ movedAt }: Running) {
    return this.#nowMs() - movedAt < STILL_MS
  }

  /** Handles a running stream: starts it automatically if wanted, resumes it after a drop. */
  async #tend(row: query.OpenBroadcast, known: Running) {
    const shows = known.segments > 0 && this.#moves(known)
    // A connected encoder without new segments counts as dropped, except in a preview.
    if (row.state === 'interrupted' && !shows) return this.#miss(row)
    if (row.state === 'on_air' && !this.#moves(known)) return this.#miss(row)
    if (!shows) return
    if (row.state === 'interrupted') await resume(this.#deps, row)
    if (beginsByItself(row)) await this.#begin(row)
  }

  async #hasSegments(broadcastId: string) {
    return (await this.#deps.recordings.read(broadcastId)).segments.length > 0
  }

  /** The push itself begins the event, so all that was sent belongs to it. */
  #begin(row: query.OpenBroadcast) {
    return goOnAir(this.#deps, row.event_id, row.id, true).catch(unlessRefused)
  }

  /** Handles a stream that is not running: interrupts, later ends it; deletes an abandoned preview. */
  async #miss(row: query.OpenBroadcast) {
    const now = this.#nowMs()
    if (now - this.#bootedAt < SILENT_MS) return // running encoders have not been reported yet
    const silence = now - this.#heardAt
    if (silence >= SILENT_MS && silence < DEAF_MS && now - this.#reportedAt >= DEAF_MS) return
    switch (row.state) {
      case 'on_air':
        return interrupt(this.#deps, row)
      case 'interrupted': {
        const from = Date.parse(query.gapsOf(row).at(-1)?.from ?? row.started_at)
        if (this.#nowMs() - Math.max(from, this.#bootedAt) < DROP_GRACE_MS) return
        return end(this.#deps, row.event_id, 2).catch(unlessRefused)
      }
      case 'preview': {
        // Its encoder left before it was noticed here.
        if (beginsByItself(row) && (await this.#hasSegments(row.id))) return this.#begin(row)
        if (this.#nowMs() - Math.max(Date.parse(row.started_at), this.#bootedAt) < PREVIEW_TTL_MS)
          return
        return clearPreview(this.#deps, row.id)
      }
    }
  }

  /** Limits all times to now after the clock was set back; otherwise no silent stream would be noticed. */
  #setBack() {
    const now = this.#nowMs()
    this.#bootedAt = Math.min(this.#bootedAt, now)
    this.#heardAt = Math.min(this.#heardAt, now)
    this.#reportedAt = Math.min(this.#reportedAt, now)
    for (const known of this.#running.values()) {
      known.seenAt = Math.min(known.seenAt, now)
      known.movedAt = Math.min(known.movedAt, now)
    }
  }

  async #settle() {
    this.#setBack()
    for (const row of await query.listOpen(this.#deps.db)) {
      const known = this.runningOf(row.id)
      if (isOver(row)) await this.#abandon(row)
      else if (known) await this.#tend(row, known)
      else await this.#miss(row)
    }
  }

  /** Handles a broadcast of a cancelled event or suspended room, or a preview of an ended one. */
  async #abandon(row: query.OpenBroadcast) {
    if (row.state === 'preview') {
      if (this.runningOf(row.id)) return // its encoder is disconnected first
      return clearPreview(this.#deps, row.id)
    }
    // Ends the event's stream, so that it can start again once the room is restored.
    if (row.status === 'published' && row.publishment_flg === 1)
      return end(this.#deps, row.event_id, 2).catch(unlessRefused)
    const ended_at = await endedAt(this.#deps, row.id, isoNow(this.#deps))
    const { bytes } = await this.#deps.recordings.read(row.id)
    const turned = { state: 'ended', ended_at, bytes } as const
    await query.turnBroadcast(this.#deps.db, row.id, ['on_air', 'interrupted'], turned)
  }

  /** Updates all broadcasts. Concurrent calls share one run. */
  sweep() {
    return (this.#settling ??= this.#settle()
      .catch((error: unknown) =>
        this.#deps.log.error({ error: String(error) }, 'Updating the broadcasts failed.'),
      )
      .finally(() => {
        this.#settling = null
      }))
  }

  totals(): Readonly<StreamTotals> {
    return this.#totals
  }

  /** Warnings that the owner saw within the last ten minutes and that no longer apply. */
  noticesOf(eventId: string, broadcastId: string | undefined, current: string[]) {
    const ids = [eventId, ...(broadcastId ? [broadcastId] : [])]
    return this.#advice.list(ids, current, this.#nowMs())
  }

  /** The ffmpeg of the ingest process that reported last; null if that has no use for one. */
  ffmpeg() {
    return this.#ffmpeg
  }

  /** `rtmp.url` is set if a tunnel is in front of the port. */
  rtmpUrl() {
    return (
      this.#deps.config.rtmp.url ||
      `rtmp://${new URL(this.#deps.config.siteUrl).hostname}:${this.#port}/live`
    )
  }

  /** Reports an external stream; called after each successful poll. */
  async observe(eventId: string) {
    const admitted = await join(this.#deps, eventId)
    if (!admitted) return
    const measured = { video: null, audio: null, spoiled: 0, foreign: [] }
    // The poll has seen progress: the time serves as a growing number of segments.
    const stream = { ...admitted, key_hash: '', pieces: this.#nowMs(), measured }
    await this.#applyReport({ ingest: `of ${eventId}`, rtmp_port: this.#port, streams: [stream] })
  }

  /** Null for an invalid key. */
  async admit(key: string): Promise<Admission | null> {
    if (this.#deps.config.live.driver === 'external' && !this.#deps.config.demo) return null
    const event = await query.findKeyed(this.#deps.db, sha256(key))
    if (!event) return null
    const open = await query.findOpen(this.#deps.db, event.id)
    const isOnAir = open !== undefined && open.state !== 'preview'
    if (!isOnAir && (await this.#deps.recordings.free()) < DISK_RESERVE_BYTES) {
      this.#deps.log.error({ event: event.id }, 'A stream was refused: the disk is too full.')
      await this.#deps.bus.publish(REFUSED, event.id)
      return null
    }
    return join(this.#deps, event.id)
  }

  async report(report: IngestReport): Promise<Orders> {
    await this.#applyReport(report)
    await this.sweep()
    const open = new Map((await query.listOpen(this.#deps.db)).map((row) => [row.id, row]))
    const orders: Orders = { stop: [], preview: [], unkept: [] }
    for (const { broadcast, key_hash } of report.streams) {
      const row = open.get(broadcast)
      if (!row || isOver(row) || row.key_hash !== key_hash) orders.stop.push(broadcast)
      else if (row.state === 'preview') orders.preview.push(broadcast)
      else {
        const from = await unkeptFrom(this.#deps, row)
        if (from !== null) orders.unkept.push({ broadcast, from: Date.parse(from) })
      }
    }
    return orders
  }
}

const beginsByItself = ({ state, auto_start, publishment_flg }: query.OpenBroadcast) =>
  state === 'preview' && auto_start === 1 && publishment_flg === 0

const isOver = ({ status, room_state, publishment_flg }: query.OpenBroadcast) =>
  status !== 'published' || room_state === 9 || publishment_flg === 3

/** Ignores a refusal: another process has made the step, or it is no longer allowed. */
function unlessRefused(error: unknown) {
  if (!(error instanceof ApiError)) throw error
}
