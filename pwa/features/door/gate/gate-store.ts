import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DoorBundle } from '#contract/door/bundle.ts'
import type { Line } from '#contract/door.ts'

/** A gate that this phone works at. Its key cannot leave the phone. */
export interface GateRecord {
  id: string
  roomId: string
  ticketId: string
  token: string
  key: CryptoKeyPair
  /** That sign what this gate is sent: Ed25519, raw, base64url, by their ids. */
  signers: { id: string; public_key: string }[]
  /** As it was when it was taken; those that were taken by an earlier version have none. */
  name?: string
  bundle: DoorBundle | null
  etag: string
  /** When the server last said that the bundle is what it has; milliseconds of this phone's clock. */
  checkedAt: number
  /** Milliseconds that this phone's clock is behind the server's. */
  offset: number
  /** The server no longer knows this phone. */
  closed: boolean
  /** Its first line here: phones that had the gate before it wrote those before. */
  firstSeq?: number
  /** It was taken with somebody's own login, and goes with it. */
  byLogin?: boolean
}

/** Also before its list is here. */
export const gateName = ({ id, name, bundle }: GateRecord): string =>
  bundle?.plan.gates.find((gate) => gate.id === id)?.name ?? name ?? '入口'

/** An invitation that was opened, with the key that it was opened with: its answer may have been lost. */
interface PendingClaim {
  /** What follows the `#`; of a gate that is taken with one's own login, `ofLogin`. */
  invite: string
  key: CryptoKeyPair
}

interface Stores extends DBSchema {
  gates: { key: string; value: GateRecord }
  claims: { key: string; value: PendingClaim }
  /** What this phone did at a gate: added to, and never changed. */
  log: { key: [gate: string, seq: number]; value: { gate: string; line: Line } }
  /** Lines that the server has, or will never take. */
  acks: { key: [gate: string, nonce: string]; value: { gate: string; nonce: string } }
  files: { key: string; value: ArrayBuffer }
}
export type GateDatabase = IDBPDatabase<Stores>

const NAME = 'room.gate'
/** Held by the tab that works at a gate. */
export const lockOf = (gate: string) => `room.gate.${gate}`

const HIGHEST = Number.MAX_SAFE_INTEGER

let opening: Promise<GateDatabase> | null = null

/** A write is on the disk before anybody hears that it was done: by default, Chrome says so while it is on its way. */
const STRICT = { durability: 'strict' } as const

/** One database for all gates of this phone: none of them holds anybody's name. */
export function gateDatabase(): Promise<GateDatabase> {
  opening ??= open().catch((error: unknown) => {
    // Where there is room again, it opens the next time.
    opening = null
    throw error
  })
  return opening
}

const open = () =>
  openDB<Stores>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('gates', { keyPath: 'id' })
      db.createObjectStore('claims', { keyPath: 'invite' })
      db.createObjectStore('log')
      db.createObjectStore('acks')
      db.createObjectStore('files')
    },
    blocking(_, __, event) {
      ;(event.target as IDBDatabase).close()
      opening = null
    },
    terminated() {
      opening = null
    },
  })

/** Whether this phone ever was a gate's; asking makes no database. */
export const isGatePhone = async () =>
  (await indexedDB.databases()).some(({ name }) => name === NAME)

const ofGate = (gate: string) => IDBKeyRange.bound([gate, 0], [gate, HIGHEST])
const acksOf = (gate: string) => IDBKeyRange.bound([gate, ''], [gate, '\uffff'])

export const listGates = async () => (await gateDatabase()).getAll('gates')
export const findGate = async (id: string) => (await gateDatabase()).get('gates', id)
export async function saveGate(gate: GateRecord) {
  const tx = (await gateDatabase()).transaction('gates', 'readwrite', STRICT)
  await Promise.all([tx.store.put(gate), tx.done])
}

/** Of one that is here: what was left meanwhile does not come back. */
export async function changeGate(id: string, change: Partial<GateRecord>) {
  const tx = (await gateDatabase()).transaction('gates', 'readwrite', STRICT)
  const gate = await tx.store.get(id)
  if (gate) await tx.store.put({ ...gate, ...change })
  await tx.done
}

/** What it did goes with it: only what the server has, or never will. */
export async function removeGate(id: string) {
  const tx = (await gateDatabase()).transaction(['gates', 'log', 'acks'], 'readwrite')
  await Promise.all([
    tx.objectStore('gates').delete(id),
    tx.objectStore('log').delete(ofGate(id)),
    tx.objectStore('acks').delete(acksOf(id)),
    tx.done,
  ])
}

/**
 * Ends this phone's right to work there, and forgets the list. Its key and its log stay: who takes the gate here again
 * goes on where it was left.
 */
export async function layDown({ id, key }: GateRecord) {
  const tx = (await gateDatabase()).transaction(['gates', 'claims'], 'readwrite', STRICT)
  await Promise.all([
    tx.objectStore('claims').put({ invite: ofLogin(id), key }),
    tx.objectStore('gates').delete(id),
    tx.done,
  ])
}

/** Fails where a line of this number is there: a log is only added to. */
export async function addLine(gate: string, line: Line) {
  const tx = (await gateDatabase()).transaction('log', 'readwrite', STRICT)
  await Promise.all([tx.store.add({ gate, line }, [gate, line.seq]), tx.done])
}

export async function listLines(gate: string): Promise<Line[]> {
  const rows = await (await gateDatabase()).getAll('log', ofGate(gate))
  return rows.map(({ line }) => line)
}

export async function listAcked(gate: string): Promise<Set<string>> {
  const rows = await (await gateDatabase()).getAll('acks', acksOf(gate))
  return new Set(rows.map(({ nonce }) => nonce))
}

export async function addAcks(gate: string, nonces: readonly string[]) {
  const tx = (await gateDatabase()).transaction('acks', 'readwrite')
  await Promise.all([
    ...nonces.map((nonce) => tx.store.put({ gate, nonce }, [gate, nonce])),
    tx.done,
  ])
}

/** No invitation has a slash. */
export const ofLogin = (gate: string) => `login/${gate}`
export const findClaim = async (invite: string) => (await gateDatabase()).get('claims', invite)
export async function saveClaim(claim: PendingClaim) {
  const tx = (await gateDatabase()).transaction('claims', 'readwrite', STRICT)
  await Promise.all([tx.store.put(claim), tx.done])
}
export const removeClaim = async (invite: string) => (await gateDatabase()).delete('claims', invite)

export const readFile = async (name: string) => (await gateDatabase()).get('files', name)
/** In place of what an earlier version of it left. */
export async function keepFile(name: string, bytes: ArrayBuffer) {
  const tx = (await gateDatabase()).transaction('files', 'readwrite')
  await Promise.all([tx.store.clear(), tx.store.put(bytes, name), tx.done])
}
