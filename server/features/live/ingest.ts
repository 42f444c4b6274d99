import { DISK_RESERVE_BYTES, DROP_GRACE_MS } from '#contract/limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Admission, Measured, Orders, Report } from '#server/ports/ingest.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './broadcasts.ts'
import type { Publishment } from './publishment.ts'
import { sha256 } from './seal.ts'
import type { Storage } from './storage.ts'

/** Reports come each second: an ingest process that is silent for so long is gone. */
const SILENT_MS = 6_000
/** Who hears nobody, and has long been told nothing itself, may be the one that is cut off: it waits for so long. */
const DEAF_MS = 30_000
/** An encoder that is there but shows nothing new for so long: longer than the rarest whole pictures are apart. */
const STILL_MS = 30_000
/** A preview that nobody sends any more. */
const PREVIEW_KEPT_MS = 10 * 60_000
const RUNNING = 'running'

interface Running {
  ingest: string
  /** Milliseconds since 1970. */
  seenAt: number
  pieces: number
  /** When there was a new piece, or the encoder came; milliseconds since 1970. */
  movedAt: number
  measured: Measured
}
type DeskDeps = Pick<
  Deps,
  'db' | 'read' | 'clock' | 'bus' | 'recordings' | 'newId' | 'config' | 'log'
>

/**
 * Where the ingest process reports what runs, and learns what may. Each report says all that runs, so whatever either
 * side missed, or forgot when it was started anew, is mended by the next one.
 */
export function ingestDesk(deps: DeskDeps, steps: Publishment, storage: Storage) {
  const { db, clock, bus, recordings, newId, config, log } = deps
  const running = new Map<string, Running>()
  let bootedAt = clock.now().getTime()
  let port = config.rtmp.port
  /** When any ingest process was heard of, and when one last spoke to this process itself. */
  let heardAt = bootedAt
  /** Runs of all streams that the packager ended, since this process began. */
  let spoiledRuns = 0
  let toldAt = bootedAt

  const nowMs = () => clock.now().getTime()
  bus.subscribe(RUNNING, (payload) => note(JSON.parse(payload) as Report))

  /** What this ingest process does not name any more has ended. */
  function note({ ingest, rtmp_port, streams }: Report) {
    port = rtmp_port
    const now = nowMs()
    heardAt = now
    const before = new Map(running)
    for (const [id, known] of running) if (known.ingest === ingest) running.delete(id)
    for (const { broadcast, pieces, measured } of streams) {
      const known = before.get(broadcast)
      const movedAt = known && known.pieces === pieces ? known.movedAt : now
      // Counted by each encoder from nothing.
      spoiledRuns += Math.max(0, measured.spoiled - (known?.measured.spoiled ?? 0))
      running.set(broadcast, { ingest, pieces, measured, movedAt, seenAt: now })
    }
  }
  async function tellAll(report: Report) {
    toldAt = nowMs()
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

  /** It has come, or its next piece has. */
  const moves = ({ movedAt }: Running) => nowMs() - movedAt < STILL_MS

  /** One that runs: on the air by itself where its owner wants that, and back on it after a drop. */
  async function tend(row: query.OpenBroadcast, known: Running) {
    const shows = known.pieces > 0 && moves(known)
    // There, and nothing is to be seen of it: as good as gone. A preview has time.
    if (row.state === 'interrupted' && !shows) return miss(row)
    if (row.state === 'on_air' && !moves(known)) return miss(row)
    if (!shows) return
    if (row.state === 'interrupted') await resume(row)
    const begins = row.state === 'preview' && row.auto_start === 1 && row.publishment_flg === 0
    if (begins) await steps.goOnAir(row.event_id, row.id).catch(unlessRefused)
  }

  /** One that does not run: off the air after a while, or thrown away if nobody ever saw it. */
  async function miss(row: query.OpenBroadcast) {
    const now = nowMs()
    if (now - bootedAt < SILENT_MS) return // those who are there have not had the time to say so
    const silence = now - heardAt
    if (silence >= SILENT_MS && silence < DEAF_MS && now - toldAt >= DEAF_MS) return
    switch (row.state) {
      case 'on_air':
        return interrupt(row)
      case 'interrupted': {
        const from = Date.parse(query.gapsOf(row).at(-1)?.from ?? row.started_at)
        if (nowMs() - Math.max(from, bootedAt) < DROP_GRACE_MS) return
        return steps.end(row.event_id, 2).catch(unlessRefused)
      }
      case 'preview': {
        if (nowMs() - Math.max(Date.parse(row.started_at), bootedAt) < PREVIEW_KEPT_MS) return
        return forget(row.id)
      }
    }
  }

  /** The files first: a row without them is tried again, files without a row would stay for ever. */
  async function forget(previewId: string) {
    await recordings.remove(previewId)
    await query.deletePreview(db, previewId)
  }

  /** What a clock that was ahead heard was heard now, at the latest: else nobody who falls silent would be missed. */
  function setBack() {
    const now = nowMs()
    bootedAt = Math.min(bootedAt, now)
    heardAt = Math.min(heardAt, now)
    toldAt = Math.min(toldAt, now)
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

  /** Its event was cancelled, its room suspended, or it ended while it was a preview. */
  async function abandon(row: query.OpenBroadcast) {
    if (row.state === 'preview') {
      if (runningOf(row.id)) return // first its encoder is cut off
      return forget(row.id)
    }
    // Nobody may be left waiting for it: once the room is back, it may begin anew.
    if (row.status === 'published' && row.publishment_flg === 1)
      return steps.end(row.event_id, 2).catch(unlessRefused)
    const ended_at = clock.now().toISOString()
    const { bytes } = await recordings.read(row.id)
    const turned = { state: 'ended', ended_at, bytes } as const
    await query.turnBroadcast(db, row.id, ['on_air', 'interrupted'], turned)
  }

  /** The instant from which a stream is not kept any more; null while it is. */
  async function unkeptFrom(row: query.OpenBroadcast): Promise<string | null> {
    if (row.kept_until !== null || !(await storage.isFull(row.room_id))) return row.kept_until
    const at = clock.now().toISOString()
    if (await query.stopKeeping(db, row.id, at)) {
      log.warn({ event: row.event_id }, 'a stream is not kept any more: the disk is full')
      await bus.publish(EVENT_CHANGED, row.event_id)
    }
    return at
  }

  let settling: Promise<void> | null = null
  /** What is due by now. Asked while it is under way, it is the same one. */
  const sweep = () =>
    (settling ??= settle()
      .catch((error: unknown) => log.error({ error: String(error) }, 'streams were not settled'))
      .finally(() => {
        settling = null
      }))

  /** The broadcast that pictures of this event belong to, from now on. */
  async function join(eventId: string): Promise<Admission | null> {
    const known = await query.findOpen(db, eventId)
    if (known) return { broadcast: known.id }
    await query.insertPreview(db, eventId, newId(), clock.now().toISOString())
    // Of two encoders that came at once, one has made it.
    const made = await query.findOpen(db, eventId)
    return made ? { broadcast: made.id } : null
  }

  return {
    sweep,
    spoiledRuns: () => spoiledRuns,
    runningOf,
    /** A tunnel in front of the port stands where only its operator knows. */
    rtmpUrl: () => config.rtmp.url || `rtmp://${new URL(config.siteUrl).hostname}:${port}/live`,

    /** A stream comes from where the owner of this event says: told as often as it is looked at. */
    async observe(eventId: string) {
      const admitted = await join(eventId)
      if (!admitted) return
      const measured = { video: null, audio: null, spoiled: 0, foreign: [] }
      // Whoever looked has seen it move.
      const stream = { ...admitted, key_hash: '', pieces: nowMs(), measured }
      await tellAll({ ingest: `of ${eventId}`, rtmp_port: port, streams: [stream] })
    },

    /** Null where this key opens nothing. */
    async admit(key: string): Promise<Admission | null> {
      if (config.live.driver === 'external' && !config.demo) return null
      const event = await query.findKeyed(db, sha256(key))
      if (!event) return null
      const open = await query.findOpen(db, event.id)
      const isOnAir = open !== undefined && open.state !== 'preview'
      if (!isOnAir && (await recordings.free()) < DISK_RESERVE_BYTES) {
        log.error({ event: event.id }, 'the disk is too full for a stream')
        return null
      }
      return join(event.id)
    },

    async report(report: Report): Promise<Orders> {
      await tellAll(report)
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
export type IngestDesk = ReturnType<typeof ingestDesk>

const isOver = ({ status, room_state, publishment_flg }: query.OpenBroadcast) =>
  status !== 'published' || room_state === 9 || publishment_flg === 3

/** Somebody else took the step first, or it is not to be taken any more. */
function unlessRefused(error: unknown) {
  if (!(error instanceof Refusal)) throw error
}
