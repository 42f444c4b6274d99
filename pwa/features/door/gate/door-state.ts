import type { GateLogLine } from '#contract/door/calls.ts'
import { UNDO_MS } from '#contract/door/limits.ts'
import { type Did, validAdmissions } from '#contract/door/log.ts'
import type { GateCompanion, ScanResult } from '#contract/door/verdict.ts'
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

/** A companion without a ticket of their own: still waiting, or in since. */
export interface ShownCompanion extends GateCompanion {
  isIn: boolean
}

/** Whether the holder of a ticket was admitted, or had been: then their companions may enter. */
const isLeaderIn = ({ scanResult: { verdict }, did }: ShownResult) =>
  did === 'admit' || did === 'override' || did === 'reenter' || verdict === 'used'

/** The companions of a scan result, by the list and by this gate's log; none before the holder was admitted. */
export function companionsIn(
  { gate, lines }: Pick<DoorState, 'gate' | 'lines'>,
  shown: ShownResult,
): ShownCompanion[] {
  if (!isLeaderIn(shown)) return []
  return shown.scanResult.companions.map((companion) => {
    const own = lines.filter(({ ticket_hash }) => ticket_hash === companion.hash)
    // The list may not contain an undo of this gate yet.
    const isUndone = companion.used_gate === gate.id && own.some(({ did }) => did === 'undo')
    const isIn = validAdmissions(own).length > 0 || (companion.used_at !== null && !isUndone)
    return { ...companion, isIn }
  })
}

/** 入場 n / N: the number of tickets admitted, from the data of this phone. */
export function gateProgress({ gate, lines }: Pick<DoorState, 'gate' | 'lines'>) {
  const tickets = gate.bundle?.plan.tickets ?? []
  const companions = tickets.flatMap((ticket) => ticket.companions ?? [])
  const entered = [...tickets, ...companions].filter(({ used_at }) => used_at)
  const inside = new Set(entered.map(({ hash }) => hash))
  for (const [hash, of] of Map.groupBy(lines, ({ ticket_hash }) => ticket_hash)) {
    if (validAdmissions(of).length > 0) inside.add(hash)
    else if (
      [...tickets, ...companions].some((one) => one.hash === hash && one.used_gate === gate.id)
    )
      inside.delete(hash)
  }
  const issued = tickets.filter(({ status }) => status === 'valid' || status === 'used').length
  return { entered: inside.size, issued: issued + companions.length }
}
