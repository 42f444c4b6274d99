import { DISK_RESERVE_BYTES } from '#contract/shared/limits.ts'
import { DROP_GRACE_MS } from '#contract/streams/limits.ts'
import { jsonOf } from '#server/db/json.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Admission, IngestReport, Measured, Orders } from '#server/ports/ingest.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import type { Publishment } from './archive/publishment.ts'
import * as query from './broadcast-queries.ts'
import { IngestReportShape as ReportShape } from './report-shape.ts'
import { sha256 } from './seal.ts'
import type { Storage } from './storage.ts'

/** Reports come each second: an ingest process without reports for this time counts as gone. */
const SILENT_MS = 6_000
/** A process without any reports may itself be disconnected, so it waits this long before it acts. */
const DEAF_MS = 30_000
/** A connected encoder without a new segment for this time counts as stalled: longer than any keyframe interval. */
const STILL_MS = 30_000
/** Life of a preview without an encoder. */
const PREVIEW_TTL_MS = 10 * 60_000
const RUNNING = 'running'

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

/**
 * Receives the ingest process's reports and returns its orders. Each report lists all running streams, so that the
 * next one corrects anything lost by a restart or a failed call.
 */
export function ingestMonitor(deps: GivenDeps, steps: Publishment, storage: Storage) {
  const { db, clock, bus, recordings, newId, config, log } = deps
  const running = new Map<string, Running>()
  let bootedAt = clock.now().getTime()
  let port = config.rtmp.port
  /** Time of the last report of any ingest process. */
  let heardAt = bootedAt
  /** Number of runs that the packager aborted since this process began. */
  let spoiledRuns = 0
  let reportedAt = bootedAt

  const nowMs = () => clock.now().getTime()
  bus.subscribe(RUNNING, (payload) => note(reportOf(payload)))

  /** Streams that this ingest process no longer lists have ended. */
  function note({ ingest, rtmp_port, streams }: IngestReport) {
    port = rtmp_port
    const now = nowMs()
    heardAt = now
    const before = new Map(running)
    for (const [id, known] of running) if (known.ingest === ingest) running.delete(id)
    for (const { broadcast, pieces: segments, measured } of streams) {
      const known = before.get(broadcast)
      const movedAt = known && known.segments === segments ? known.movedAt : now
      // Each encoder's counter begins at zero.
      spoiledRuns += Math.max(0, measured.spoiled - (known?.measured.spoiled ?? 0))
      running.set(broadcast, { ingest, segments, measured, movedAt, seenAt: now })
    }
  }
  async function applyReport(report: IngestReport) {
    reportedAt = nowMs()
    note(report)
    await bus.publish(RUNNING, JSON.stringify(report))
  }

  function runningOf(id: string): Running | null {
    const known = running.get(id)
    return known && nowMs() - known.seenAt < SILENT_MS ? known : null
  }

  async function resume(row: query.OpenBroadcast) {
    const at = clock.now().toISOString()
    const gaps = query.gapsOf(row).map((gap) => ({ ...gap, to: gap.to ?? at }))
    const turned = { state: 'on_air', gaps: JSON.stringify(gaps) } as const
    if (await query.turnBroadcast(db, row.id, ['interrupted'], turned))
      await bus.publish(EVENT_CHANGED, row.event_id)
  }

  async function interrupt(row: query.OpenBroadcast) {
    const gaps = [...query.gapsOf(row), { from: clock.now().toISOString(), to: null }]
    const turned = { state: 'interrupted', gaps: JSON.stringify(gaps) } as const
    if (await query.turnBroadcast(db, row.id, ['on_air'], turned))
      await bus.publish(EVENT_CHANGED, row.event_id)
  }

  /** Whether the encoder has just arrived or sent a new segment. */
  const moves = ({ movedAt }: Running) => nowMs() - movedAt < STILL_MS

  /** Handles a running stream: starts it automatically if wanted, resumes it after a drop. */
  async function tend(row: query.OpenBroadcast, known: Running) {
    const shows = known.segments > 0 && moves(known)
    // A connected encoder without new segments counts as dropped, except in a preview.
    if (row.state === 'interrupted' && !shows) return miss(row)
    if (row.state === 'on_air' && !moves(known)) return miss(row)
    if (!shows) return
    if (row.state === 'interrupted') await resume(row)
    const begins = row.state === 'preview' && row.auto_start === 1 && row.publishment_flg === 0
    if (begins) await steps.goOnAir(row.event_id, row.id).catch(unlessRefused)
  }

  /** Handles a stream that is not running: interrupts, later ends it; deletes an abandoned preview. */
  async function miss(row: query.OpenBroadcast) {
    const now = nowMs()
    if (now - bootedAt < SILENT_MS) return // running encoders have not been reported yet
    const silence = now - heardAt
    if (silence >= SILENT_MS && silence < DEAF_MS && now - reportedAt >= DEAF_MS) return
    switch (row.state) {
      case 'on_air':
        return interrupt(row)
      case 'interrupted': {
        const from = Date.parse(query.gapsOf(row).at(-1)?.from ?? row.started_at)
        if (nowMs() - Math.max(from, bootedAt) < DROP_GRACE_MS) return
        return steps.end(row.event_id, 2).catch(unlessRefused)
      }
      case 'preview': {
        if (nowMs() - Math.max(Date.parse(row.started_at), bootedAt) < PREVIEW_TTL_MS) return
        return clear(row.id)
      }
    }
  }

  /** Removes the files first: a row without files is retried, while files without a row would remain forever. */
  async function clear(previewId: string) {
    await recordings.remove(previewId)
    await query.deletePreview(db, previewId)
  }

  /** Limits all times to now after the clock was set back; otherwise no silent stream would be noticed. */
  function setBack() {
    const now = nowMs()
    bootedAt = Math.min(bootedAt, now)
    heardAt = Math.min(heardAt, now)
    reportedAt = Math.min(reportedAt, now)
    for (const known of running.values()) {
      known.seenAt = Math.min(known.seenAt, now)
      known.movedAt = Math.min(known.movedAt, now)
    }
  }

  async function settle() {
    setBack()
    for (const row of await query.listOpen(db)) {
      const known = runningOf(row.id)
      if (isOver(row)) await abandon(row)
      else if (known) await tend(row, known)
      else await miss(row)
    }
  }

  /** Handles a broadcast of a cancelled event or suspended room, or a preview of an ended one. */
  async function abandon(row: query.OpenBroadcast) {
    if (row.state === 'preview') {
      if (runningOf(row.id)) return // its encoder is disconnected first
      return clear(row.id)
    }
    // Ends the event's stream, so that it can start again once the room is restored.
    if (row.status === 'published' && row.publishment_flg === 1)
      return steps.end(row.event_id, 2).catch(unlessRefused)
    const ended_at = clock.now().toISOString()
    const { bytes } = await recordings.read(row.id)
    const turned = { state: 'ended', ended_at, bytes } as const
    await query.turnBroadcast(db, row.id, ['on_air', 'interrupted'], turned)
  }

  /** The instant from which the recording is no longer kept; null while it is kept. */
  async function unkeptFrom(row: query.OpenBroadcast): Promise<string | null> {
    if (row.kept_until !== null || !(await storage.isFull(row.room_id))) return row.kept_until
    const at = clock.now().toISOString()
    if (await query.stopKeeping(db, row.id, at)) {
      log.warn({ event: row.event_id }, 'Recording of a stream stopped: the disk space is used up.')
      await bus.publish(EVENT_CHANGED, row.event_id)
    }
    return at
  }

  let settling: Promise<void> | null = null
  /** Updates all broadcasts. Concurrent calls share one run. */
  const sweep = () =>
    (settling ??= settle()
      .catch((error: unknown) =>
        log.error({ error: String(error) }, 'Updating the broadcasts failed.'),
      )
      .finally(() => {
        settling = null
      }))

  /** The broadcast to which segments of this event belong from now on. */
  async function join(eventId: string): Promise<Admission | null> {
    const known = await query.findOpen(db, eventId)
    if (known) return { broadcast: known.id }
    await query.insertPreview(db, eventId, newId(), clock.now().toISOString())
    // Another encoder may have created it at the same time.
    const existing = await query.findOpen(db, eventId)
    return existing ? { broadcast: existing.id } : null
  }

  return {
    sweep,
    spoiledRuns: () => spoiledRuns,
    runningOf,
    /** `rtmp.url` is set if a tunnel is in front of the port. */
    rtmpUrl: () => config.rtmp.url || `rtmp://${new URL(config.siteUrl).hostname}:${port}/live`,

    /** Reports an external stream; called after each successful poll. */
    async observe(eventId: string) {
      const admitted = await join(eventId)
      if (!admitted) return
      const measured = { video: null, audio: null, spoiled: 0, foreign: [] }
      // The poll has seen progress: the time serves as a growing number of segments.
      const stream = { ...admitted, key_hash: '', pieces: nowMs(), measured }
      await applyReport({ ingest: `of ${eventId}`, rtmp_port: port, streams: [stream] })
    },

    /** Null for an invalid key. */
    async admit(key: string): Promise<Admission | null> {
      if (config.live.driver === 'external' && !config.demo) return null
      const event = await query.findKeyed(db, sha256(key))
      if (!event) return null
      const open = await query.findOpen(db, event.id)
      const isOnAir = open !== undefined && open.state !== 'preview'
      if (!isOnAir && (await recordings.free()) < DISK_RESERVE_BYTES) {
        log.error({ event: event.id }, 'A stream was refused: the disk is too full.')
        return null
      }
      return join(event.id)
    },

    async report(report: IngestReport): Promise<Orders> {
      await applyReport(report)
      await sweep()
      const open = new Map((await query.listOpen(db)).map((row) => [row.id, row]))
      const orders: Orders = { stop: [], preview: [], unkept: [] }
      for (const { broadcast, key_hash } of report.streams) {
        const row = open.get(broadcast)
        if (!row || isOver(row) || row.key_hash !== key_hash) orders.stop.push(broadcast)
        else if (row.state === 'preview') orders.preview.push(broadcast)
        else {
          const from = await unkeptFrom(row)
          if (from !== null) orders.unkept.push({ broadcast, from: Date.parse(from) })
        }
      }
      return orders
    },
  }
}
export type IngestMonitor = ReturnType<typeof ingestMonitor>

const isOver = ({ status, room_state, publishment_flg }: query.OpenBroadcast) =>
  status !== 'published' || room_state === 9 || publishment_flg === 3

/** Ignores a refusal: another process has made the step, or it is no longer allowed. */
function unlessRefused(error: unknown) {
  if (!(error instanceof ApiError)) throw error
}
