/** Action at a gate. `override`: admitted by staff against the result. `reenter`: back in after going out. */
export type Did = 'admit' | 'refuse' | 'override' | 'undo' | 'reenter'

/** An immutable line of a gate's log; `seq` is the order of its device. Instants: ISO 8601. */
export interface GateLogEntry {
  /** Identifies the line when it is sent again. */
  nonce: string
  seq: number
  ticket_hash: string
  scanned_at: string
  did: Did
  reason: string
}

/** A line as the server stores it. */
export interface StoredEntry extends GateLogEntry {
  gate_id: string
  /** Time of the event by the server's clock. */
  happened_at: string
}

/** Bytes that the gate's key signs. */
export const entryBytes = (gateId: string, entry: GateLogEntry): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    JSON.stringify([
      'room-gate',
      gateId,
      entry.seq,
      entry.nonce,
      entry.ticket_hash,
      entry.did,
      entry.scanned_at,
      entry.reason,
    ]),
  )

const isAdmission = ({ did }: GateLogEntry) => did === 'admit' || did === 'override'

/** A copied phone may use numbers twice: the nonce makes the order deterministic. */
const inWriting = (a: GateLogEntry, b: GateLogEntry) =>
  a.seq - b.seq || (a.nonce < b.nonce ? -1 : 1)

/** Admissions of one ticket at one gate that were not undone, oldest first. */
export function validAdmissions<E extends GateLogEntry>(entries: readonly E[]): E[] {
  const stand: E[] = []
  for (const entry of entries.toSorted(inWriting)) {
    if (isAdmission(entry)) stand.push(entry)
    if (entry.did === 'undo') stand.pop()
  }
  return stand
}

export interface ScanOutcome {
  /** The earliest admission; null if there is none. */
  used: { at: string; gate_id: string } | null
  /** All admissions that were not undone, earliest first; more than one is a double entry. */
  admissions: StoredEntry[]
}

const inTime = (a: StoredEntry, b: StoredEntry) =>
  Date.parse(a.happened_at) - Date.parse(b.happened_at) ||
  (a.gate_id < b.gate_id ? -1 : a.gate_id > b.gate_id ? 1 : inWriting(a, b))

/**
 * Merges the logs of all gates for one seat: its ticket, or its tickets, if 公式リセール sold it. Independent of order and
 * repetition.
 */
export function scanOutcomeOf(entries: readonly StoredEntry[]): ScanOutcome {
  const once = new Map(entries.map((entry) => [`${entry.gate_id} ${entry.nonce}`, entry]))
  const byGate = Map.groupBy(
    once.values(),
    ({ gate_id, ticket_hash }) => `${gate_id} ${ticket_hash}`,
  )
  const admissions = [...byGate.values()].flatMap((of) => validAdmissions(of)).sort(inTime)
  const [first] = admissions
  return { used: first ? { at: first.happened_at, gate_id: first.gate_id } : null, admissions }
}
