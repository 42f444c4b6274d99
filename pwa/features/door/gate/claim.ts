import { type Caller, createCaller, Refused } from '#contract/caller.ts'
import { door } from '#contract/door.ts'
import type { Returned, Sent } from '#contract/types.ts'
import { ask } from './ask.ts'
import { makeGateKey, publicOf } from './gate-key.ts'
import * as store from './gate-store.ts'

const bare = createCaller({ fetch: ask, token: () => null })
type Claimed = Returned<typeof door.claimGate>

/** Keeps what makes this phone the gate's; returns the gate's id. */
async function keepClaim(claimed: Claimed, key: CryptoKeyPair, byLogin: boolean): Promise<string> {
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
 * The key is kept before it is sent: where the answer was lost, whoever asks again is answered again, to this phone
 * alone.
 */
async function keyFor(invite: string): Promise<CryptoKeyPair> {
  const known = await store.findClaim(invite)
  if (known) return known.key
  const key = await makeGateKey()
  await store.saveClaim({ invite, key })
  return key
}

/** Takes the gate of an invitation. */
export async function claimByInvite(invite: string): Promise<string> {
  const key = await keyFor(invite)
  const public_key = await publicOf(key)
  const claimed = await bare(door.claimGate, { body: { invite, public_key } })
  const id = await keepClaim(claimed, key, false)
  await store.removeClaim(invite)
  return id
}

const TAKEN_OR_CLOSED = [409, 410]

/** Takes a gate with one's own login: `call` carries it. */
export async function claimByLogin(
  call: Caller,
  params: Sent<typeof door.workGate>['params'],
): Promise<string> {
  const name = store.ofLogin(params.gid)
  const key = await keyFor(name)
  try {
    const body = { public_key: await publicOf(key) }
    const id = await keepClaim(await call(door.workGate, { params, body }), key, true)
    await store.removeClaim(name)
    return id
  } catch (error) {
    // Another phone's, or nobody's any more: this key opens nothing.
    if (error instanceof Refused && TAKEN_OR_CLOSED.includes(error.status))
      await store.removeClaim(name)
    throw error
  }
}

/** Whether this phone works at a gate. */
export const worksHere = async (gate: string) =>
  (await store.isGatePhone()) && (await store.findGate(gate)) !== undefined

/** Whether this phone asked for a gate and heard no answer, or laid it down: it may ask again. */
export const mayAskAgain = async (gate: string) =>
  (await store.isGatePhone()) && (await store.findClaim(store.ofLogin(gate))) !== undefined
