import type { TYPE_COLORS } from '../tickets/limits.ts'
import { CLOCK_MARGIN_S, type Claims, type Code } from './code.ts'
import { type GateLogEntry, validAdmissions } from './log.ts'
import { type GateRanges, homeAmong } from './number-ranges.ts'
import type { Proof } from './verify.ts'

/** An issued ticket as a gate knows it: no name, no email address. */
export interface GateTicket {
  hash: string
  number: string
  status: 'valid' | 'used' | 'cancelled' | 'transferred'
  /** Codes of an earlier generation are invalid. */
  generation: number
  /** Generation of its code on paper, which stays valid when another phone shows the ticket; null: none is known. */
  paper?: number | null
  used_at: string | null
  used_gate: string | null
  /** The id of its type (券種); null: of a ticket without types. Missing in a bundle of the last release. */
  type?: string | null
  /** Missing: none; also in a bundle of the last release. */
  companions?: GateCompanion[]
}
/** 同行者: a seat of the same purchase that nobody accepted yet; it enters with the holder of the ticket. */
export interface GateCompanion {
  /** That of the ticket which it may become. */
  hash: string
  number: string
  used_at: string | null
  used_gate: string | null
}
/** A ticket type (券種) as staff see it. */
export interface GateTicketType {
  id: string
  name: string
  color: (typeof TYPE_COLORS)[number]
  /** What staff check; empty: nothing. */
  note: string
}
/** All that a gate needs to work offline. */
export interface EntryPlan {
  ticket_id: string
  /** Instants between which entry is open. */
  from: string
  until: string
  reentry: boolean
  /** 特定興行入場券: staff compare each holder with their papers. Missing in a bundle of the last release. */
  named?: boolean
  /** Missing in a bundle of the last release. */
  types?: GateTicketType[]
  /** 記号 of its series of 整理番号, if it has several: digits alone name no ticket then. Missing: it has one. */
  prefixes?: string[]
  /** In order of creation, each with the numbers that it may admit now. */
  gates: GateRanges[]
  tickets: GateTicket[]
}

/** Result of a scan, named as on the screen. */
export type Verdict =
  | 'ok'
  | 'check_holder'
  | 'used'
  | 'other_gate'
  | 'off_hours'
  | 'cancelled'
  | 'other_event'
  | 'invalid'

export interface ScanResult {
  verdict: Verdict
  /** Null if the code is not one of our tickets. */
  ticket: { hash: string; number: string } | null
  used: { at: string; gate: string } | null
  /** Name of the gate that the holder should use. */
  home: string | null
  /** Staff may admit the holder anyway; the log records it. */
  mayOverride: boolean
  mayReenter: boolean
  /** The name on a ticket of paper, for staff to compare; null: shown by a phone, or typed. */
  paperName: string | null
  /** Its type; `unlisted`: bought after the list was loaded, so only the ticket itself shows it. Null: none. */
  type: GateTicketType | 'unlisted' | null
  /** Companions who have no ticket of their own, as the list knows them. */
  companions: GateCompanion[]
}

interface ScanContext {
  plan: EntryPlan
  gateId: string
  /** Log of this gate only. */
  log: readonly GateLogEntry[]
  nowMs: number
}
interface Scanned {
  code: Code
  proof: Proof
  /** `ticketHash` of the code's issued ticket. */
  hash: string
}

const nothing = {
  ...{ ticket: null, used: null, home: null, paperName: null, type: null },
  ...{ mayOverride: false, mayReenter: false, companions: [] },
}

/** Evaluates a scanned code at a gate; null: not one of our codes. */
export function evaluateScan(scanned: Scanned | null, context: ScanContext): ScanResult {
  if (!scanned) return { ...nothing, verdict: 'invalid' }
  const { code, proof, hash } = scanned
  if (code.claims.ticketId !== context.plan.ticket_id) return { ...nothing, verdict: 'other_event' }
  if (proof === 'forged') return { ...nothing, verdict: 'invalid' }
  const { number, paperName } = code.claims
  const known = context.plan.tickets.find((one) => one.hash === hash)
  const ticket = { hash, number }
  if (proof === 'stale' || isReplaced(code.claims, known))
    return { ...nothing, verdict: 'invalid', ticket, paperName }
  const evaluated = { ...evaluate(ticket, known, context), paperName }
  const isChecked = evaluated.verdict === 'ok' && proof === 'still'
  return isChecked ? { ...evaluated, verdict: 'check_holder' } : evaluated
}

/** Another phone shows the ticket since, or another person holds it. */
const isReplaced = ({ generation, paperName }: Claims, known: GateTicket | undefined) =>
  known !== undefined &&
  generation < known.generation &&
  (paperName === null || generation !== known.paper)

/** Evaluates a 整理番号 that was entered by hand: staff must check who holds the ticket. Null: it means no ticket. */
export function evaluateNumber(number: string | null, context: ScanContext): ScanResult {
  const known = context.plan.tickets.find((one) => one.number === number)
  if (!known) return { ...nothing, verdict: 'invalid' }
  const evaluated = evaluate({ hash: known.hash, number: known.number }, known, context)
  return evaluated.verdict === 'ok' ? { ...evaluated, verdict: 'check_holder' } : evaluated
}

function typeOf(known: GateTicket | undefined, { types = [] }: EntryPlan): ScanResult['type'] {
  if (types.length === 0) return null
  if (!known) return 'unlisted'
  return types.find(({ id }) => id === known.type) ?? null
}

function evaluate(
  ticket: { hash: string; number: string },
  known: GateTicket | undefined,
  { plan, gateId, log, nowMs }: ScanContext,
): ScanResult {
  const base = {
    ...{ ...nothing, ticket, type: typeOf(known, plan) },
    companions: known?.companions ?? [],
  }
  const nameOf = (id: string | null) => plan.gates.find((gate) => gate.id === id)?.name ?? ''
  if (known?.status === 'cancelled') return { ...base, verdict: 'cancelled' }
  if (known?.status === 'transferred') return { ...base, verdict: 'invalid' }
  // The plan's times decide, not the code's: a moved event needs no new codes.
  const margin = CLOCK_MARGIN_S * 1000
  if (nowMs < Date.parse(plan.from) - margin || nowMs > Date.parse(plan.until) + margin)
    return { ...base, verdict: 'off_hours', mayOverride: true }
  const ownEntries = log.filter(({ ticket_hash }) => ticket_hash === ticket.hash)
  const [here] = validAdmissions(ownEntries)
  // The plan may not contain an undo of this gate yet.
  const isTakenBack = known?.used_gate === gateId && ownEntries.some(({ did }) => did === 'undo')
  const used = here
    ? { at: here.scanned_at, gate: nameOf(gateId) }
    : known?.status === 'used' && !isTakenBack
      ? { at: known.used_at ?? '', gate: nameOf(known.used_gate) }
      : null
  if (used) return { ...base, verdict: 'used', used, mayOverride: true, mayReenter: plan.reentry }
  const home = homeAmong(ticket.number, plan.gates)
  if (home && home.id !== gateId)
    return { ...base, verdict: 'other_gate', home: home.name, mayOverride: true }
  return { ...base, verdict: 'ok' }
}
