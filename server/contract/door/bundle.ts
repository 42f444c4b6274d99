import type { Plan } from './verdict.ts'

/** What a gate is told, and keeps. */
export interface DoorBundle {
  v: 1
  room_id: string
  gate_id: string
  title: string
  venue: string
  starts_at: string
  /** Names the process that told it: epochs of another one may be those of a backup that was put back. */
  teller: string
  /** Of the plan; told to the server so that it knows by which one this gate works. */
  epoch: number
  plan: Plan
  /** That sign codes and bundles: Ed25519, raw, base64url. */
  keys: { id: string; public_key: string }[]
}

/** What the server signs: nothing else that it signs begins like this. */
export const bundleBytes = (payload: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`room-bundle\n${payload}`)
