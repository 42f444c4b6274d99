import type { EntryPlan } from './verdict.ts'

/** Data that a gate's phone receives and stores. */
export interface DoorBundle {
  v: 1
  room_id: string
  gate_id: string
  title: string
  venue: string
  starts_at: string
  /** Process that issued the bundle: epochs of another process may come from a restored backup. */
  teller: string
  /** Version of the plan; reported back, so that the server knows which one the gate uses. */
  epoch: number
  plan: EntryPlan
  /** Keys that sign codes and bundles: Ed25519, raw, base64url. */
  keys: { id: string; public_key: string }[]
}

/** Bytes that the server signs, with a prefix that no other signed data has. */
export const bundleBytes = (payload: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`room-bundle\n${payload}`)
