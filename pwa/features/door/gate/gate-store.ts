import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DoorBundle } from '#contract/door/bundle.ts'
import type { GateLogLine } from '#contract/door/calls.ts'

/** A gate of this phone. Its private key is not extractable. */
export interface GateRecord {
  id: string
  roomId: string
  ticketId: string
  token: string
  key: CryptoKeyPair
  /** The server's signing keys for this gate's lists: Ed25519, raw, base64url, by id. */
  signers: { id: string; public_key: string }[]
  /** The gate's name when it was claimed; missing in records of an earlier version. */
  name?: string
  bundle: DoorBundle | null
  etag: string
  /** When the server last confirmed that the bundle is current; milliseconds of this phone's clock. */
  checkedAt: number
  /** Milliseconds that this phone's clock is behind the server's. */
  offset: number
  /** The server no longer accepts this phone. */
  closed: boolean
  /** The sequence number of its first log entry; lower ones are of phones that had the gate before. */
  firstSeq?: number
  /** The gate was claimed with a user's login, and is given up when they log out. */
  byLogin?: boolean
}

/** The gate's name; available before its bundle is loaded. */
export const gateName = ({ id, name, bundle }: GateRecord): string =>
  bundle?.plan.gates.find((gate) => gate.id === id)?.name ?? name ?? '入口'

/** A claim whose response may have been lost: the invitation and the key that was sent. */
interface PendingClaim {
  /** The part after the `#`; `ofLogin` for a gate claimed with a login. */
  invite: string
  key: CryptoKeyPair
}

interface Stores extends DBSchema {
  gates: { key: string; value: GateRecord }
  claims: { key: string; value: PendingClaim }
  /** This phone's actions at a gate: append-only. */
  log: { key: [gate: string, seq: number]; value: { gate: string; line: GateLogLine } }
  /** Log entries that the server has stored, or has refused for good. */
  acks: { key: [gate: string, nonce: string]; value: { gate: string; nonce: string } }
  files: { key: string; value: ArrayBuffer }
}
export type GateDatabase = IDBPDatabase<Stores>

const NAME = 'room.gate'
/** The name of the Web Lock that the tab working at a gate holds. */
export const lockOf = (gate: string) => `room.gate.${gate}`

const HIGHEST = Number.MAX_SAFE_INTEGER

let opening: Promise<GateDatabase> | null = null

/** Flushes a write to disk before it is reported done; Chrome's default reports it earlier. */
const STRICT = { durability: 'strict' } as const

/** One database for all gates of this phone. It contains no personal names. */
export function gateDatabase(): Promise<GateDatabase> {
  opening ??= open().catch((error: unknown) => {
    // Retried at the next call, for example once the disk has space again.
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
    blocking(_, __, { target }) {
      if (target instanceof IDBDatabase) target.close()
      opening = null
    },
    terminated() {
      opening = null
    },
  })

/** Whether this phone ever had a gate. Does not create the database. */
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

/** Changes an existing record; one that was removed meanwhile is not created again. */
export async function changeGate(id: string, change: Partial<GateRecord>) {
  const tx = (await gateDatabase()).transaction('gates', 'readwrite', STRICT)
  const gate = await tx.store.get(id)
  if (gate) await tx.store.put({ ...gate, ...change })
  await tx.done
}

/** Removes a gate and its log. Only for a log whose every entry is acknowledged. */
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
 * Removes this phone's right to the gate, and its ticket list. The key and the log stay: a new claim of the gate on
 * this phone continues the log.
 */
export async function layDown({ id, key }: GateRecord) {
  const tx = (await gateDatabase()).transaction(['gates', 'claims'], 'readwrite', STRICT)
  await Promise.all([
    tx.objectStore('claims').put({ invite: ofLogin(id), key }),
    tx.objectStore('gates').delete(id),
    tx.done,
  ])
}

/** Fails if the sequence number exists: the log is append-only. */
export async function addLine(gate: string, line: GateLogLine) {
  const tx = (await gateDatabase()).transaction('log', 'readwrite', STRICT)
  await Promise.all([tx.store.add({ gate, line }, [gate, line.seq]), tx.done])
}

export async function listLines(gate: string): Promise<GateLogLine[]> {
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

/** Never equal to an invitation, as invitations contain no slash. */
export const ofLogin = (gate: string) => `login/${gate}`
export const findClaim = async (invite: string) => (await gateDatabase()).get('claims', invite)
export async function saveClaim(claim: PendingClaim) {
  const tx = (await gateDatabase()).transaction('claims', 'readwrite', STRICT)
  await Promise.all([tx.store.put(claim), tx.done])
}
export const removeClaim = async (invite: string) => (await gateDatabase()).delete('claims', invite)

export const readFile = async (name: string) => (await gateDatabase()).get('files', name)
/** Stores a file, and removes those of earlier versions. */
export async function storeFile(name: string, bytes: ArrayBuffer) {
  const tx = (await gateDatabase()).transaction('files', 'readwrite')
  await Promise.all([tx.store.clear(), tx.store.put(bytes, name), tx.done])
}
