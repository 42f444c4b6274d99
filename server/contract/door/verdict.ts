import { CLOCK_MARGIN_S, type Code } from './code.ts'
import { type Entry, standing } from './log.ts'
import { type GateSpans, homeAmong } from './spans.ts'
import type { Proof } from './verify.ts'

/** An issued ticket, as a gate knows it: no name, no mail address. */
export interface GateTicket {
  hash: string
  number: string
  status: 'valid' | 'used' | 'cancelled' | 'transferred'
  /** Codes of an earlier one are dead. */
  generation: number
  used_at: string | null
  used_gate: string | null
}
/** What a gate has to know to work without a network. */
export interface Plan {
  ticket_id: string
  /** Instants. Doors are open in between. */
  from: string
  until: string
  reentry: boolean
  /** In the order in which they were made, each with the numbers that it may admit now. */
  gates: GateSpans[]
  tickets: GateTicket[]
}

/** What the door says, by the words of the screen. */
export type Verdict =
  | 'ok'
  | 'check_holder'
  | 'used'
  | 'other_gate'
  | 'off_hours'
  | 'cancelled'
  | 'other_event'
  | 'invalid'

export interface Judgement {
  verdict: Verdict
  /** Null where it is no ticket of ours. */
  ticket: { hash: string; number: string } | null
  used: { at: string; gate: string } | null
  /** Where its holder should go. */
  home: string | null
  /** A person may let them in all the same; the log says so. */
  mayOverride: boolean
  mayReenter: boolean
}

interface Scene {
  plan: Plan
  gateId: string
  /** This gate's own log. */
  log: readonly Entry[]
  nowMs: number
}
interface Scanned {
  code: Code
  proof: Proof
  /** `ticketHash` of the code's issued ticket. */
  hash: string
}

const nothing = { ticket: null, used: null, home: null, mayOverride: false, mayReenter: false }

/** What to tell whoever stands at the door with this code; null: no code of ours. */
export function judge(scanned: Scanned | null, scene: Scene): Judgement {
  if (!scanned) return { ...nothing, verdict: 'invalid' }
  const { code, proof, hash } = scanned
  if (code.claims.ticketId !== scene.plan.ticket_id) return { ...nothing, verdict: 'other_event' }
  if (proof === 'forged') return { ...nothing, verdict: 'invalid' }
  const { number, generation } = code.claims
  const known = scene.plan.tickets.find((one) => one.hash === hash)
  const ticket = { hash, number }
  if (proof === 'stale' || generation < (known?.generation ?? 0))
    return { ...nothing, verdict: 'invalid', ticket }
  const judged = standingOf(ticket, known, scene)
  const isChecked = judged.verdict === 'ok' && proof === 'still'
  return isChecked ? { ...judged, verdict: 'check_holder' } : judged
}

/** For a 整理番号 that somebody says: whose it is, a person has to see. */
export function judgeNumber(number: string, scene: Scene): Judgement {
  const known = scene.plan.tickets.find((one) => one.number === number)
  if (!known) return { ...nothing, verdict: 'invalid' }
  const judged = standingOf({ hash: known.hash, number }, known, scene)
  return judged.verdict === 'ok' ? { ...judged, verdict: 'check_holder' } : judged
}

function standingOf(
  ticket: { hash: string; number: string },
  known: GateTicket | undefined,
  { plan, gateId, log, nowMs }: Scene,
): Judgement {
  const base = { ...nothing, ticket }
  const nameOf = (id: string | null) => plan.gates.find((gate) => gate.id === id)?.name ?? ''
  if (known?.status === 'cancelled') return { ...base, verdict: 'cancelled' }
  if (known?.status === 'transferred') return { ...base, verdict: 'invalid' }
  // The gate's own list decides: an evening that was moved needs no new codes.
  const margin = CLOCK_MARGIN_S * 1000
  if (nowMs < Date.parse(plan.from) - margin || nowMs > Date.parse(plan.until) + margin)
    return { ...base, verdict: 'off_hours', mayOverride: true }
  const mine = log.filter(({ ticket_hash }) => ticket_hash === ticket.hash)
  const [here] = standing(mine)
  // What was taken back here, the list may not know yet.
  const isTakenBack = known?.used_gate === gateId && mine.some(({ did }) => did === 'undo')
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
