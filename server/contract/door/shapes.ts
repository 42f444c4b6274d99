import * as z from 'zod'
import { line } from '../shared/form.schema.ts'
import { SEARCH_MAX } from '../shared/limits.ts'
import { Instant, Member, Paging, Path } from '../shared/shared.schema.ts'
import { sortable } from '../shared/sort.schema.ts'
import { NUMBER_MAX } from '../tickets/limits.ts'
import { DEVICE_KEY_WRONG } from '../tickets/messages.ts'
import { Entrant } from '../tickets/ticket.schema.ts'
import { GATE_LOG_BATCH, GATE_NAME_MAX, GATE_REASON_MAX } from './limits.ts'
import { RANGE_WRONG } from './messages.ts'

const number = z.int({ error: RANGE_WRONG }).min(0, RANGE_WRONG).max(NUMBER_MAX, RANGE_WRONG)
/** Range of 整理番号, both ends included. */
const Range = z
  .object({ from: number, to: number })
  .refine(({ from, to }) => from <= to, { error: RANGE_WRONG })

export const Gate = z.object({
  id: z.string(),
  name: z.string(),
  /** Null: all numbers that no other gate has. */
  range: Range.nullable(),
  /** A phone is assigned to the gate. */
  claimed: z.boolean(),
  /** The user of the assigned phone lost the right to work at gates: the gate may be assigned again. */
  lapsed: z.boolean(),
  last_sync_at: Instant.nullable(),
  /** Admissions at this gate that were not undone. */
  admitted: z.int(),
  /** Gates whose phones do not know yet that some of their numbers moved to this gate: they keep them until then. */
  waits_for: z.array(z.string()),
})

export const Bundle = z.object({
  /** JSON, as it was signed: all that a gate needs, without personal names. */
  payload: z.string(),
  key_id: z.string(),
  /** Ed25519, base64url. */
  signature: z.string(),
})

const Did = z.enum(['admit', 'refuse', 'override', 'undo', 'reenter'])
export const GateLogLine = z.object({
  nonce: z.string().regex(/^[\w-]{16,64}$/),
  seq: z.int().min(0),
  /** Empty if the code was not a ticket. */
  ticket_hash: z.string().regex(/^([0-9a-f]{32})?$/),
  scanned_at: Instant,
  did: Did,
  reason: z.string().max(GATE_REASON_MAX),
  /** Signature of `entryBytes` by the gate's key, base64url. */
  signature: z.string().regex(/^[\w-]{86}$/),
})

const LogLine = z.object({
  id: z.string(),
  gate: z.string(),
  /** Null if the code was not one of our tickets. */
  number: z.string().nullable(),
  did: Did,
  reason: z.string(),
  happened_at: Instant,
  received_at: Instant,
})
const Admission = z.object({ gate: z.string(), at: Instant, did: Did })
const HolderStatus = z.enum(['valid', 'used', 'cancelled', 'transferred'])
/** A ticket and its admissions. */
const Entries = z.object({
  number: z.string(),
  status: HolderStatus,
  entries: z.array(Admission),
})

export const DoorReport = z.object({
  capacity: z.int(),
  /** Tickets valid for entry, used ones included. */
  issued: z.int(),
  /** Tickets with an admission. */
  entered: z.int(),
  overrides: z.int(),
  reentries: z.int(),
  /** 二重入場: admitted more than once without leaving. */
  doubles: z.array(Entries),
  /** Admitted although the ticket was cancelled. */
  ended: z.array(Entries),
  /** Gates with two log lines of the same number: the phone's data may have been copied. */
  copied: z.array(z.string()),
})

export const Holder = z.object({
  id: z.string(),
  number: z.string(),
  status: HolderStatus,
  member: Member,
  /** Name of its type (券種); null: none. */
  type: z.string().nullable(),
  /** Yen; 0 for a free or given ticket. */
  amount: z.int(),
  used_at: Instant.nullable(),
  gate: z.string().nullable(),
  /** What they told about their entry; null: nothing. */
  entrant: Entrant.nullable(),
  /** The name on their ticket of paper; null: none was printed. */
  paper_name: z.string().nullable(),
  /** Seats for companions of the same purchase; `waiting`: neither handed over nor admitted. */
  companions: z.object({ all: z.int(), waiting: z.int() }),
  /** 整理番号 of the ticket with which it was bought, if it is a companion's. */
  companion_of: z.string().nullable(),
})

const InTicket = z.object({ roomid: z.string(), id: z.string() })
const InGate = InTicket.extend({ gid: z.string() })
/** A point of P-256, raw (65 bytes), base64url. */
const PublicKey = z.string().regex(/^[\w-]{87}$/, DEVICE_KEY_WRONG)
const Claimed = z.object({
  gate_token: z.string(),
  room_id: z.string(),
  ticket_id: z.string(),
  gate_id: z.string(),
  /** The gate's name, before its first bundle arrives. */
  name: z.string(),
  /** Verifies the bundles of this gate: Ed25519, raw, base64url. */
  key: z.object({ id: z.string(), public_key: z.string() }),
  /** Number of the next log line, after those of this phone and of earlier phones of the gate. */
  seq: z.int(),
})

const HolderOrder = sortable(['name', 'status', 'used'], ['number', 'amount'])

export const shapes = {
  listGates: { params: InTicket, output: z.array(Gate) },
  createGate: {
    params: InTicket,
    body: z.object({
      name: line.pipe(z.string().min(1).max(GATE_NAME_MAX)),
      range: Range.nullable().default(null),
    }),
    output: Gate.extend({ invite_url: z.string() }),
  },
  inviteToGate: { params: InGate, output: z.object({ invite_url: z.string() }) },
  revokeGate: { params: InGate },
  claimGate: {
    body: z.object({ invite: z.string().max(200), public_key: PublicKey }),
    output: Claimed,
  },
  workGate: { params: InGate, body: z.object({ public_key: PublicKey }), output: Claimed },
  leaveGate: { params: InGate },
  getBundle: { params: InGate, output: Bundle },
  sendGateLog: {
    params: InGate,
    body: z.object({
      entries: z.array(GateLogLine).max(GATE_LOG_BATCH),
      /** Time of the phone's clock when it sends this. */
      device_now: Instant.optional(),
      /** Epoch of the bundle that the phone uses. */
      epoch: z.int().min(0).optional(),
    }),
    output: z.object({
      /** Nonces of lines that are stored now, or were before. */
      accepted: z.array(z.string()),
      duplicates: z.array(z.string()),
      /** Nonces of lines with an invalid signature, or that contradict stored ones. */
      refused: z.array(z.string()),
      /** 整理番号 of tickets in this batch that were admitted more than once. */
      conflicts: z.array(z.string()),
      epoch: z.int(),
      now: Instant,
      entered: z.int(),
      issued: z.int(),
    }),
  },
  listGateLog: {
    params: InTicket,
    query: Paging.extend({ gate: z.string().optional() }),
    output: z.array(LogLine),
  },
  listHolders: {
    params: InTicket,
    query: Paging.extend({
      ...HolderOrder,
      format: z.enum(['json', 'csv']).default('json'),
      search: z.string().trim().max(SEARCH_MAX).optional(),
      /** Filters the list; the CSV table has all. */
      status: HolderStatus.optional(),
    }),
    output: z.array(Holder),
  },
  getHolder: {
    params: InTicket.extend({ hash: z.string() }),
    output: z.object({
      display_name: z.string(),
      icon_image_small_path: Path,
      entrant: Entrant.nullable(),
    }),
  },
  cancelHolder: {
    params: InTicket.extend({ issued_id: z.string() }),
    output: z.object({ message: z.string() }),
  },
  getDoorReport: { params: InTicket, output: DoorReport },
}
