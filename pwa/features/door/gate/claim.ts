import { createCaller } from '#contract/caller.ts'
import { door } from '#contract/door.ts'
import type { Returned } from '#contract/types.ts'
import { makeGateKey, publicOf } from './gate-key.ts'
import * as store from './gate-store.ts'

const bare = createCaller({ fetch: (url, init) => fetch(url, init), token: () => null })
type Claimed = Returned<typeof door.claimGate>

/** Keeps what makes this phone the gate's; returns the gate's id. */
export async function keepClaim(claimed: Claimed, key: CryptoKeyPair): Promise<string> {
  const known = await store.findGate(claimed.gate_id)
  await store.saveGate({
    bundle: null,
    etag: '',
    checkedAt: 0,
    offset: 0,
    ...known,
    id: claimed.gate_id,
    roomId: claimed.room_id,
    ticketId: claimed.ticket_id,
    token: claimed.gate_token,
    key,
    signers: [claimed.key],
    closed: false,
  })
  return claimed.gate_id
}

/**
 * Takes the gate of an invitation. The key is kept before it is sent: where the answer was lost, the same invitation
 * opened again is answered again, to this phone alone.
 */
export async function claimByInvite(invite: string): Promise<string> {
  const known = await store.findClaim(invite)
  const key = known?.key ?? (await makeGateKey())
  if (!known) await store.saveClaim({ invite, key })
  const public_key = await publicOf(key)
  const claimed = await bare(door.claimGate, { body: { invite, public_key } })
  const id = await keepClaim(claimed, key)
  await store.removeClaim(invite)
  return id
}
