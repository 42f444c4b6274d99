import * as z from 'zod'
import { line } from './form.schema.ts'
import { GATE_LOG_BATCH, GATE_NAME_MAX, GATE_REASON_MAX, NUMBER_MAX, SEARCH_MAX } from './limits.ts'
import { DEVICE_KEY_WRONG, RANGE_WRONG } from './messages.ts'
import { Instant, Member, Paging, Path } from './shared.schema.ts'

const number = z.int({ error: RANGE_WRONG }).min(0, RANGE_WRONG).max(NUMBER_MAX, RANGE_WRONG)
/** 整理番号, both ends included. */
const Range = z
  .object({ from: number, to: number })
  .refine(({ from, to }) => from <= to, { error: RANGE_WRONG })

export const Gate = z.object({
  id: z.string(),
  name: z.string(),
  /** Null: the numbers that no other gate has. */
  range: Range.nullable(),
  /** A phone works there. */
  claimed: z.boolean(),
  /** The phone that did is somebody's who may no longer work at the door: the gate may be given to another. */
  lapsed: z.boolean(),
  last_sync_at: Instant.nullable(),
  /** Admissions at this gate that were not taken back. */
  admitted: z.int(),
  /** Gates whose phones have not heard yet that numbers of theirs are this one's now: until then they keep them. */
  waits_for: z.array(z.string()),
})

export const Bundle = z.object({
  /** JSON, as it was signed: what a gate has to know, and no name of anybody. */
  payload: z.string(),
  key_id: z.string(),
  /** Ed25519, base64url. */
  signature: z.string(),
})

const Did = z.enum(['admit', 'refuse', 'override', 'undo', 'reenter'])
export const Line = z.object({
  nonce: z.string().regex(/^[\w-]{16,64}$/),
  seq: z.int().min(0),
  /** Empty for what was no ticket. */
  ticket_hash: z.string().regex(/^([0-9a-f]{32})?$/),
  scanned_at: Instant,
  did: Did,
  reason: z.string().max(GATE_REASON_MAX),
  /** Of the gate's key over `entryBytes`, base64url. */
  signature: z.string().regex(/^[\w-]{86}$/),
})

const LogLine = z.object({
  id: z.string(),
  gate: z.string(),
  /** Null for what was no ticket of ours. */
  number: z.string().nullable(),
  did: Did,
  reason: z.string(),
  happened_at: Instant,
  received_at: Instant,
})
const Admission = z.object({ gate: z.string(), at: Instant, did: Did })
const HolderStatus = z.enum(['valid', 'used', 'cancelled', 'transferred'])
/** A ticket with all who were let in on it. */
const Entries = z.object({
  number: z.string(),
  status: HolderStatus,
  entries: z.array(Admission),
})

export const Report = z.object({
  capacity: z.int(),
  /** Tickets that are good for entry, used ones among them. */
  issued: z.int(),
  /** Tickets on which somebody went in. */
  entered: z.int(),
  overrides: z.int(),
  reentries: z.int(),
  /** 二重入場: let in more than once without going out. */
  doubles: z.array(Entries),
  /** Let in although it had been called back. */
  ended: z.array(Entries),
  /** Gates whose phone wrote two lines under one number: a copy of it may be at work. */
  copied: z.array(z.string()),
})

export const Holder = z.object({
  id: z.string(),
  number: z.string(),
  status: HolderStatus,
  member: Member,
  /** Yen; 0 for what was given or free. */
  amount: z.int(),
  used_at: Instant.nullable(),
  gate: z.string().nullable(),
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
  /** As its list will say, which may be long in coming. */
  name: z.string(),
  /** Signs what this gate will be sent: Ed25519, raw, base64url. */
  key: z.object({ id: z.string(), public_key: z.string() }),
  /** Of its next line: those before are of phones that worked at this gate before it, and its own. */
  seq: z.int(),
})

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
      entries: z.array(Line).max(GATE_LOG_BATCH),
      /** What the phone's clock says while it sends this. */
      device_now: Instant.optional(),
      /** The plan that the phone works by. */
      epoch: z.int().min(0).optional(),
    }),
    output: z.object({
      /** Nonces of lines that are kept now, and of those that were before. */
      accepted: z.array(z.string()),
      duplicates: z.array(z.string()),
      /** Nonces of lines that the gate's key did not sign, or that say otherwise than those kept. */
      refused: z.array(z.string()),
      /** 整理番号 of tickets in this sending that were let in more than once. */
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
      format: z.enum(['json', 'csv']).default('json'),
      search: z.string().trim().max(SEARCH_MAX).optional(),
      /** Of the list; the table has all of them. */
      status: HolderStatus.optional(),
    }),
    output: z.array(Holder),
  },
  getHolder: {
    params: InTicket.extend({ hash: z.string() }),
    output: z.object({ display_name: z.string(), icon_image_small_path: Path }),
  },
  cancelHolder: {
    params: InTicket.extend({ issued_id: z.string() }),
    output: z.object({ message: z.string() }),
  },
  getDoorReport: { params: InTicket, output: Report },
}
