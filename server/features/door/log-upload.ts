import { verify } from 'node:crypto'
import type { GateLogLine } from '#contract/door/calls.ts'
import { entryBytes } from '#contract/door/log.ts'
import { GATE_CLOSED } from '#contract/door/messages.ts'
import type { Gate, GateLog } from '#server/db/schema/tickets.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { deviceKey } from '#server/features/tickets/holding/device-key.ts'
import { countDoorChange, holdTicket } from '#server/features/tickets/issuing/issue-queries.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { heldOf, queuedFor } from './assignment.ts'
import * as logged from './log-queries.ts'
import * as query from './queries.ts'
import { settleTickets } from './ticket-status.ts'
import { type DoorCaller, getVisibleTicketFor, type Named } from './visible-ticket.ts'

interface Sent {
  entries: GateLogLine[]
  device_now?: string | undefined
  epoch?: number | undefined
}

/** New lines, and the nonces of the others. */
interface Inserted {
  fresh: GateLog[]
  duplicates: string[]
  refused: string[]
}

async function insertLines(tx: Tx, rows: readonly GateLog[]) {
  const result: Inserted = { fresh: [], duplicates: [], refused: [] }
  for (const row of rows) {
    if (await logged.insertLine(tx, row)) result.fresh.push(row)
    else {
      const before = await logged.findLine(tx, row.gate_id, row.nonce)
      result[saysTheSame(before, row) ? 'duplicates' : 'refused'].push(row.nonce)
    }
  }
  return result
}

/** Receives gate logs; idempotent and independent of the order. */
export async function uploadLog(
  deps: Deps,
  caller: DoorCaller,
  params: Named & { gid: string },
  sent: Sent,
) {
  await getVisibleTicketFor(deps.db, caller, params)
  const device = orNotFound(await query.findGate(deps.db, params.id, params.gid))
  const now = isoNow(deps)
  const [good, bad] = parted(sent.entries, signedBy(device))
  const offset = sent.device_now ? Date.parse(now) - Date.parse(sent.device_now) : 0
  const rows = good.map((line) =>
    rowOf(line, { id: deps.newId(), gate_id: device.id, now, offset }),
  )
  return transact(deps.db, async (tx) => {
    const ticket = orNotFound(await holdTicket(tx, params.id))
    const gate = orNotFound(await query.findGate(tx, params.id, params.gid))
    if (gate.revoked_at && !caller.viewer) throw new ApiError(410, GATE_CLOSED)
    const news = confirmEpoch(gate, sent.epoch, ticket.plan_epoch)
    await query.updateGate(tx, gate.id, { last_sync_at: now, ...news })
    const { fresh, duplicates, refused } = await insertLines(tx, rows)
    const hashes = [...new Set(rows.map(({ ticket_hash }) => ticket_hash))].filter(Boolean)
    const ids = new Set(fresh.map(({ id }) => id))
    if (fresh.length > 0 || news.held !== gate.held) await countDoorChange(tx, ticket.id)
    const conflicts = await settleTickets(deps, tx, ticket.id, hashes, ids)
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

/**
 * Applies the epoch confirmed by the phone and drops its ranges of earlier plans. An unknown epoch is from before a
 * restored backup and ignored.
 */
function confirmEpoch(
  { epoch: before, ...gate }: Gate,
  confirmed: number | undefined,
  newest: number,
) {
  if (confirmed === undefined || confirmed < before || confirmed > newest)
    return { epoch: before, held: gate.held }
  return { epoch: confirmed, held: JSON.stringify(queuedFor(heldOf(gate), confirmed)) }
}

/** Verifies lines with the key of the gate's phone; an unclaimed gate accepts none. */
function signedBy(gate: Gate) {
  const key = gate.public_key === null ? null : deviceKey(gate.public_key)
  return ({ signature, ...entry }: GateLogLine): boolean => {
    if (!key) return false
    const bytes = Buffer.from(signature, 'base64url')
    return verify('sha256', entryBytes(gate.id, entry), { key, dsaEncoding: 'ieee-p1363' }, bytes)
  }
}

interface Received {
  id: string
  gate_id: string
  now: string
  /** Milliseconds by which the phone's clock is behind the server's. */
  offset: number
}

/** `happened_at` is corrected by the offset and limited to the time of receipt. */
function rowOf(line: GateLogLine, { id, gate_id, now, offset }: Received): GateLog {
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
