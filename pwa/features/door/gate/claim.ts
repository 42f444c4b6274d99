import { door } from '#contract/door/calls.ts'
import { type Caller, createCaller, RequestError } from '#contract/http/caller.ts'
import type { Returned, Sent } from '#contract/http/types.ts'
import { ask } from './ask.ts'
import { makeGateKey, publicOf } from './gate-key.ts'
import * as store from './gate-store.ts'

const bare = createCaller({ fetch: ask, token: () => null })
type Claimed = Returned<typeof door.claimGate>

/** Stores the gate's key and token on this phone; returns the gate's id. */
async function storeClaim(claimed: Claimed, key: CryptoKeyPair, byLogin: boolean): Promise<string> {
  const known = await store.findGate(claimed.gate_id)
  await store.saveGate({
    bundle: null,
    etag: '',
    checkedAt: 0,
    offset: 0,
    ...known,
    id: claimed.gate_id,
    name: claimed.name,
    roomId: claimed.room_id,
    ticketId: claimed.ticket_id,
    token: claimed.gate_token,
    key,
    signers: [claimed.key],
    closed: false,
    byLogin,
    firstSeq: claimed.seq,
  })
  return claimed.gate_id
}

/**
 * Stores the key before it is sent. If the response is lost, a retry with the same key gets it again; another phone
 * does not.
 */
async function keyFor(invite: string): Promise<CryptoKeyPair> {
  const known = await store.findClaim(invite)
  if (known) return known.key
  const key = await makeGateKey()
  await store.saveClaim({ invite, key })
  return key
}

/** Claims a gate with an invitation. */
export async function claimByInvite(invite: string): Promise<string> {
  const key = await keyFor(invite)
  const public_key = await publicOf(key)
  const claimed = await bare(door.claimGate, { body: { invite, public_key } })
  const id = await storeClaim(claimed, key, false)
  await store.removeClaim(invite)
  return id
}

const TAKEN_OR_CLOSED = [409, 410]

/** Claims a gate with the user's own login; `call` sends it. */
export async function claimByLogin(
  call: Caller,
  params: Sent<typeof door.workGate>['params'],
): Promise<string> {
  const name = store.ofLogin(params.gid)
  const key = await keyFor(name)
  try {
    const body = { public_key: await publicOf(key) }
    const id = await storeClaim(await call(door.workGate, { params, body }), key, true)
    await store.removeClaim(name)
    return id
  } catch (error) {
    // The gate is another phone's, or closed: this key will never be accepted.
    if (error instanceof RequestError && TAKEN_OR_CLOSED.includes(error.status))
      await store.removeClaim(name)
    throw error
  }
}

/** Whether this phone is the device of a gate. */
export const worksHere = async (gate: string) =>
  (await store.isGatePhone()) && (await store.findGate(gate)) !== undefined

/** Whether this phone may claim a gate again: the response of its claim was lost, or it gave the gate up. */
export const mayAskAgain = async (gate: string) =>
  (await store.isGatePhone()) && (await store.findClaim(store.ofLogin(gate))) !== undefined
