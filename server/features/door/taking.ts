import { verify } from 'node:crypto'
import { entryBytes } from '#contract/door/log.ts'
import type { Line } from '#contract/door.ts'
import { GATE_CLOSED } from '#contract/messages.ts'
import type { Gate, GateLog } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { deviceKey } from '#server/features/tickets/holding/device-key.ts'
import { countDoorChange, holdTicket } from '#server/features/tickets/issuing/issue-queries.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/process/deps.ts'
import { heardOf, heldOf } from './assignment.ts'
import * as logged from './log-queries.ts'
import * as query from './queries.ts'
import { settleTickets, type WhenUsed } from './settling.ts'
import { type Caller, type Named, seeAsKeeper } from './standing.ts'

interface Sent {
  entries: Line[]
  device_now?: string | undefined
  epoch?: number | undefined
}

/** Takes what gates did, however often and in whatever order it is sent. */
export function logTaking(
  { db, clock, newId }: Pick<Deps, 'db' | 'clock' | 'newId'>,
  whenUsed: readonly WhenUsed[],
) {
  async function keep(tx: Tx, rows: readonly GateLog[]) {
    const kept = { fresh: [] as GateLog[], duplicates: [] as string[], refused: [] as string[] }
    for (const row of rows) {
      if (await logged.insertLine(tx, row)) kept.fresh.push(row)
      else {
        const before = await logged.findLine(tx, row.gate_id, row.nonce)
        kept[saysTheSame(before, row) ? 'duplicates' : 'refused'].push(row.nonce)
      }
    }
    return kept
  }

  return async (caller: Caller, named: Named & { gid: string }, sent: Sent) => {
    await seeAsKeeper(db, caller, named)
    const found = await query.findGate(db, named.id, named.gid)
    if (!found) throw notFound()
    const now = clock.now().toISOString()
    const [good, bad] = parted(sent.entries, signedBy(found))
    const offset = sent.device_now ? Date.parse(now) - Date.parse(sent.device_now) : 0
    const rows = good.map((line) => rowOf(line, { id: newId(), gate_id: found.id, now, offset }))
    return transact(db, async (tx) => {
      const ticket = await holdTicket(tx, named.id)
      const gate = ticket && (await query.findGate(tx, named.id, named.gid))
      if (!gate) throw notFound()
      if (gate.revoked_at && !caller.viewer) throw new Refusal(410, GATE_CLOSED)
      const news = heard(gate, sent.epoch, ticket.plan_epoch)
      await query.updateGate(tx, gate.id, { last_sync_at: now, ...news })
      const { fresh, duplicates, refused } = await keep(tx, rows)
      const hashes = [...new Set(rows.map(({ ticket_hash }) => ticket_hash))].filter(Boolean)
      const ids = new Set(fresh.map(({ id }) => id))
      if (fresh.length > 0 || news.held !== gate.held) await countDoorChange(tx, ticket.id)
      const conflicts = await settleTickets(tx, ticket.id, hashes, ids, whenUsed)
      return {
        accepted: fresh.map(({ nonce }) => nonce),
        duplicates,
        refused: [...bad.map(({ nonce }) => nonce), ...refused],
        conflicts,
        epoch: ticket.plan_epoch,
        now,
        ...(await query.countTickets(tx, ticket.id)),
      }
    })
  }
}

/**
 * A phone that says by which plan it works gives up what it had by those before it. One that we never made is from before
 * a backup was put back: it says nothing of ours.
 */
function heard({ epoch: before, ...gate }: Gate, said: number | undefined, newest: number) {
  if (said === undefined || said < before || said > newest)
    return { epoch: before, held: gate.held }
  return { epoch: said, held: JSON.stringify(heardOf(heldOf(gate), said)) }
}

/** Tells whether the gate's phone wrote a line; nobody has written anything at a gate that was never taken. */
function signedBy(gate: Gate) {
  const key = gate.public_key === null ? null : deviceKey(gate.public_key)
  return ({ signature, ...entry }: Line): boolean => {
    if (!key) return false
    const bytes = Buffer.from(signature, 'base64url')
    return verify('sha256', entryBytes(gate.id, entry), { key, dsaEncoding: 'ieee-p1363' }, bytes)
  }
}

interface Received {
  id: string
  gate_id: string
  now: string
  /** Milliseconds that the phone's clock is behind ours. */
  offset: number
}

/** Nothing happened after it was heard of. */
function rowOf(line: Line, { id, gate_id, now, offset }: Received): GateLog {
  const at = Math.max(0, Math.min(Date.parse(line.scanned_at) + offset, Date.parse(now)))
  const happened_at = new Date(at).toISOString()
  const scanned_at = new Date(line.scanned_at).toISOString()
  return { ...line, id, gate_id, scanned_at, happened_at, received_at: now }
}

const saysTheSame = (a: GateLog, b: GateLog) =>
  (['seq', 'ticket_hash', 'did', 'reason', 'scanned_at'] as const).every(
    (name) => String(a[name]) === String(b[name]),
  )

const parted = <T>(all: readonly T[], isGood: (one: T) => boolean): [T[], T[]] => {
  const { good = [], bad = [] } = Object.groupBy(all, (one) => (isGood(one) ? 'good' : 'bad'))
  return [good, bad]
}
