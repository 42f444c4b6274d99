import * as z from 'zod'
import { dropOldest } from '#contract/lib/drop-oldest.ts'
import { DISK_RESERVE_BYTES } from '#contract/shared/limits.ts'
import { DROP_GRACE_MS } from '#contract/streams/limits.ts'
import {
  DISK_FULL,
  REFUSED_CANCELLED,
  REFUSED_ENDED,
  REFUSED_OLD_KEY,
  REFUSED_SUSPENDED,
  REFUSED_UNPUBLISHED,
  STREAM_INVALID,
  STREAM_REPLACED,
} from '#contract/streams/messages.ts'
import { jsonOf } from '#server/db/json.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Admission, Cutoff, IngestReport, Orders } from '#server/ports/ingest.ts'
import { end, goOnAir } from './archive/publishment.ts'
import * as query from './broadcast-queries.ts'
import { clearPreview, interrupt, join, resume, unkeptFrom } from './broadcast-steps.ts'
import type { BroadcastDeps } from './deps.ts'
import { RecentAdvice } from './recent-advice.ts'
import { endedAt } from './recorded.ts'
import { IngestReportShape as ReportShape } from './report-shape.ts'
import {
  isMoving,
  type Running,
  RunningStreams,
  SILENT_MS,
  type StreamTotals,
} from './running-streams.ts'
import { sha256 } from './seal.ts'
import { streamHealthOf } from './stream-health.ts'

/** A process without any reports may itself be disconnected, so it waits this long before it acts. */
const DEAF_MS = 30_000
/** Life of a preview without an encoder. */
const PREVIEW_TTL_MS = 10 * 60_000
const RUNNING = 'running'
const REFUSED = 'stream refused because'
const KEY_REPLACED = 'stream key replaced'

const reportOf = jsonOf(ReportShape)
const refusalIn = jsonOf(z.object({ eventId: z.string(), text: z.string() }))
const replacedIn = jsonOf(z.object({ eventId: z.string(), hash: z.string() }))

const CUTOFFS: Record<Cutoff, string> = { replaced: STREAM_REPLACED, invalid: STREAM_INVALID }
/** Keys that were replaced, since this process began: their encoders do not know it yet. */
const MAX_REPLACED = 1_000

/**
 * Receives the ingest process's reports and returns its orders. Each report lists all running streams, so that the
 * next one corrects anything lost by a restart or a failed call. A step that is refused was made by another process, or
 * is no longer allowed.
 */
export class IngestMonitor {
  readonly #deps: BroadcastDeps
  readonly #running: RunningStreams
  #bootedAt
  readonly #advice = new RecentAdvice()
  /** Events by the hashes of their former keys. */
  readonly #replaced = new Map<string, string>()
  #reportedAt
  #settling: Promise<void> | null = null

  constructor(deps: BroadcastDeps) {
    this.#deps = deps
    this.#bootedAt = deps.clock.now().getTime()
    this.#running = new RunningStreams(this.#bootedAt, deps.config.rtmp.port)
    this.#reportedAt = this.#bootedAt
    deps.bus.subscribe(RUNNING, (payload) => this.#note(reportOf(payload)))
    // Any process may answer its owner.
    deps.bus.subscribe(REFUSED, (payload) => {
      const { eventId, text } = refusalIn(payload)
      this.#advice.note(eventId, [text], this.#nowMs())
    })
    deps.bus.subscribe(KEY_REPLACED, (payload) => {
      const { eventId, hash } = replacedIn(payload)
      this.#replaced.set(hash, eventId)
      dropOldest(this.#replaced, MAX_REPLACED)
    })
  }

  #nowMs() {
    return this.#deps.clock.now().getTime()
  }

  #note(report: IngestReport) {
    const now = this.#nowMs()
    this.#running.note(report, now)
    for (const { broadcast, pieces: segments, measured } of report.streams)
      this.#advice.note(broadcast, streamHealthOf({ measured, segments }).advice, now)
    for (const { broadcast, why } of report.cutoffs ?? [])
      this.#advice.note(broadcast, [CUTOFFS[why]], now)
  }

  async #applyReport(report: IngestReport) {
    this.#reportedAt = this.#nowMs()
    this.#note(report)
    await this.#deps.bus.publish(RUNNING, JSON.stringify(report))
  }

  runningOf(id: string): Running | null {
    return this.#running.find(id, this.#nowMs())
  }

  /** Handles a running stream: starts it automatically if wanted, resumes it after a drop. */
  async #tend(row: query.OpenBroadcast, known: Running) {
    const moves = isMoving(known, this.#nowMs())
    const shows = known.segments > 0 && moves
    // A connected encoder without new segments counts as dropped, except in a preview.
    if (row.state === 'interrupted' && !shows) return this.#miss(row)
    if (row.state === 'on_air' && !moves) return this.#miss(row)
    if (!shows) return
    if (row.state === 'interrupted') await resume(this.#deps, row)
    if (beginsByItself(row)) await this.#begin(row)
  }

  async #hasSegments(broadcastId: string) {
    return (await this.#deps.recordings.read(broadcastId)).segments.length > 0
  }

  /** The push itself begins the event, so all that was sent belongs to it. */
  async #begin(row: query.OpenBroadcast) {
    await goOnAir(this.#deps, row.event_id, row.id, true)
  }

  async #end(row: query.OpenBroadcast) {
    await end(this.#deps, row.event_id, 2)
  }

  /** Handles a stream that is not running: interrupts, later ends it; deletes an abandoned preview. */
  async #miss(row: query.OpenBroadcast) {
    const now = this.#nowMs()
    if (now - this.#bootedAt < SILENT_MS) return // running encoders have not been reported yet
    const silence = this.#running.silence(now)
    if (silence >= SILENT_MS && silence < DEAF_MS && now - this.#reportedAt >= DEAF_MS) return
    switch (row.state) {
      case 'on_air':
        return interrupt(this.#deps, row)
      case 'interrupted': {
        const from = Date.parse(query.gapsOf(row).at(-1)?.from ?? row.started_at)
        if (this.#nowMs() - Math.max(from, this.#bootedAt) < DROP_GRACE_MS) return
        return this.#end(row)
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
    this.#reportedAt = Math.min(this.#reportedAt, now)
    this.#running.limitTimes(now)
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
    if (row.status === 'published' && row.publishment_flg === 1) return this.#end(row)
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
    return this.#running.totals()
  }

  /** Warnings that the owner saw within the last ten minutes and that no longer apply. */
  noticesOf(eventId: string, broadcastId: string | undefined, current: string[]) {
    const ids = [eventId, ...(broadcastId ? [broadcastId] : [])]
    return this.#advice.list(ids, current, this.#nowMs())
  }

  /** The ffmpeg of the ingest process that reported last; null if that has no use for one. */
  ffmpeg() {
    return this.#running.ffmpeg()
  }

  /** `rtmp.url` is set if a tunnel is in front of the port. */
  rtmpUrl() {
    return (
      this.#deps.config.rtmp.url ||
      `rtmp://${new URL(this.#deps.config.siteUrl).hostname}:${this.#running.port()}/live`
    )
  }

  /** Reports an external stream; called after each successful poll. */
  async observe(eventId: string) {
    const admitted = await join(this.#deps, eventId)
    if (!admitted) return
    const measured = { video: null, audio: null, spoiled: 0, foreign: [] }
    // The poll has seen progress: the time serves as a growing number of segments.
    const stream = { ...admitted, key_hash: '', pieces: this.#nowMs(), measured }
    await this.#applyReport({
      ingest: `of ${eventId}`,
      rtmp_port: this.#running.port(),
      streams: [stream],
    })
  }

  /** Null for an encoder that is refused; if its key is known, the event's owner is told why. */
  async admit(key: string): Promise<Admission | null> {
    const { config, db, recordings, log } = this.#deps
    if (config.live.driver === 'external' && !config.demo) return null
    const event = await query.findKeyed(db, sha256(key))
    if (!event) {
      const former = this.#replaced.get(sha256(key))
      return former === undefined ? null : this.#refuse(former, REFUSED_OLD_KEY)
    }
    const refusal = refusalOf(event)
    if (refusal) return this.#refuse(event.id, refusal)
    const open = await query.findOpen(db, event.id)
    const isOnAir = open !== undefined && open.state !== 'preview'
    if (!isOnAir && (await recordings.free()) < DISK_RESERVE_BYTES) {
      log.error({ event: event.id }, 'A stream was refused: the disk is too full.')
      return this.#refuse(event.id, DISK_FULL)
    }
    return join(this.#deps, event.id)
  }

  async #refuse(eventId: string, text: string): Promise<null> {
    await this.#deps.bus.publish(REFUSED, JSON.stringify({ eventId, text }))
    return null
  }

  /** Notes a key that is no longer valid: an encoder that still has it is refused with a reason. */
  async replaced(eventId: string, hash: string) {
    await this.#deps.bus.publish(KEY_REPLACED, JSON.stringify({ eventId, hash }))
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

type Accepting = Pick<query.OpenBroadcast, 'status' | 'room_state' | 'publishment_flg'>

/** Why an event accepts no stream; null if it does. */
function refusalOf({ status, room_state, publishment_flg }: Accepting): string | null {
  if (room_state === 9) return REFUSED_SUSPENDED
  if (status === 'cancelled') return REFUSED_CANCELLED
  if (status !== 'published') return REFUSED_UNPUBLISHED
  return publishment_flg === 3 ? REFUSED_ENDED : null
}
const isOver = (row: Accepting) => refusalOf(row) !== null
