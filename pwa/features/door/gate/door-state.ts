import type { GateLogLine } from '#contract/door/calls.ts'
import { UNDO_MS } from '#contract/door/limits.ts'
import { type Did, validAdmissions } from '#contract/door/log.ts'
import type { ScanResult } from '#contract/door/verdict.ts'
import type { GateRecord } from './gate-store.ts'

/** The scan result on the screen, and the action taken on it. */
export interface ShownResult {
  scanResult: ScanResult
  /** The number was typed instead of scanned. */
  typed: boolean
  /** The last action of the gate on this result; null until staff decide. */
  did: Did | null
  /** Counts the results, so that the same result twice is seen as two. */
  turn: number
}

export interface DoorState {
  gate: GateRecord
  lines: GateLogLine[]
  unsent: number
  online: boolean
  shown: ShownResult | null
  /** How many actions since the last result could not be written to the log, and so were not carried out. */
  unwritten: number
}

/** The actions that staff may still take on a scan result. */
export function choices({ scanResult, did }: ShownResult): Did[] {
  if (scanResult.verdict === 'check_holder') return did === null ? ['admit', 'refuse'] : []
  if (did !== 'refuse') return []
  const { mayReenter, mayOverride } = scanResult
  return [
    ...(mayReenter ? ['reenter' as const] : []),
    ...(mayOverride ? ['override' as const] : []),
  ]
}

/** Whether this gate's newest admission of a ticket may still be undone. */
export function isUndoable(lines: readonly GateLogLine[], hash: string, now: number): boolean {
  const newest = validAdmissions(lines.filter(({ ticket_hash }) => ticket_hash === hash)).at(-1)
  return newest !== undefined && now - Date.parse(newest.scanned_at) < UNDO_MS
}

/** 入場 n / N: the number of tickets admitted, from the data of this phone. */
export function gateProgress({ gate, lines }: Pick<DoorState, 'gate' | 'lines'>) {
  const tickets = gate.bundle?.plan.tickets ?? []
  const inside = new Set(tickets.filter(({ used_at }) => used_at).map(({ hash }) => hash))
  for (const [hash, of] of Map.groupBy(lines, ({ ticket_hash }) => ticket_hash)) {
    if (validAdmissions(of).length > 0) inside.add(hash)
    else if (tickets.some((one) => one.hash === hash && one.used_gate === gate.id))
      inside.delete(hash)
  }
  const issued = tickets.filter(({ status }) => status === 'valid' || status === 'used').length
  return { entered: inside.size, issued }
}
