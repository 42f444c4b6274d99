/** What a door did. `override`: admitted by a person's word against the door's. `reenter`: back in after going out. */
export type Did = 'admit' | 'refuse' | 'override' | 'undo' | 'reenter'

/** One line of a gate's log, in the order of `seq` as its device wrote it; never changed. Instants: ISO 8601. */
export interface Entry {
  /** Names the line, however often it is sent. */
  nonce: string
  seq: number
  ticket_hash: string
  scanned_at: string
  did: Did
  reason: string
}

/** A line as the server has it. */
export interface KeptEntry extends Entry {
  gate_id: string
  /** When it happened by the server's clock. */
  happened_at: string
}

/** What the gate's key signs. */
export const entryBytes = (gateId: string, entry: Entry): Uint8Array<ArrayBuffer> =>
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

const isAdmission = ({ did }: Entry) => did === 'admit' || did === 'override'

/** A phone that was copied may count the same numbers twice: then any order will do, if it is always the same. */
const inWriting = (a: Entry, b: Entry) => a.seq - b.seq || (a.nonce < b.nonce ? -1 : 1)

/** The admissions of one gate and ticket that were not taken back, oldest first. */
export function standing<E extends Entry>(entries: readonly E[]): E[] {
  const stand: E[] = []
  for (const entry of entries.toSorted(inWriting)) {
    if (isAdmission(entry)) stand.push(entry)
    if (entry.did === 'undo') stand.pop()
  }
  return stand
}

export interface Outcome {
  /** The admission that counts: the earliest. Null where nobody went in. */
  used: { at: string; gate_id: string } | null
  /** All that stand, the earliest first; more than one is a double entry. */
  admissions: KeptEntry[]
}

const inTime = (a: KeptEntry, b: KeptEntry) =>
  Date.parse(a.happened_at) - Date.parse(b.happened_at) ||
  (a.gate_id < b.gate_id ? -1 : a.gate_id > b.gate_id ? 1 : inWriting(a, b))

/** What became of one ticket, from the logs of all gates: the same in whatever order and however often they came. */
export function outcomeOf(entries: readonly KeptEntry[]): Outcome {
  const once = new Map(entries.map((entry) => [`${entry.gate_id} ${entry.nonce}`, entry]))
  const byGate = Map.groupBy(once.values(), ({ gate_id }) => gate_id)
  const admissions = [...byGate.values()].flatMap((of) => standing(of)).sort(inTime)
  const [first] = admissions
  return { used: first ? { at: first.happened_at, gate_id: first.gate_id } : null, admissions }
}
