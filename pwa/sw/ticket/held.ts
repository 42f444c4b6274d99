import { defined } from '#contract/lib/defined.ts'
import type { IssuedTicket } from '#contract/tickets/calls.ts'
import { issuedStateOf } from '#pwa/features/tickets/issued-state.ts'
import { bindingOf, codeIn, stepOf } from '#pwa/features/tickets/ticket/code-binding.ts'
import { type Database, readMemberDatabase, type StoredKey } from '#pwa/lib/offline/database.ts'
import { toDeviceKey } from '#pwa/lib/offline/device-key.ts'

/** A ticket that this device can show now. */
export interface HeldTicket {
  issued: IssuedTicket
  /** `left`: seconds until the code changes; null for a static code, which is not bound to a device. */
  code: { text: string; left: number | null }
  /** `devicePixelRatio`. */
  dpr: number
}

/** A cached valid ticket. Null if it is used, cancelled, torn or bound to another device: the app explains those. */
export const heldTicket = (id: string, now: Promise<number>): Promise<HeldTicket | null> =>
  readMemberDatabase((db) => readTicket(db, id, now))

async function readTicket(
  db: Database,
  id: string,
  now: Promise<number>,
): Promise<HeldTicket | null> {
  const tx = db.transaction(['me', 'tickets', 'keys', 'outbox'])
  const [me, ticket, key, waiting] = await Promise.all([
    tx.objectStore('me').get('me'),
    tx.objectStore('tickets').get(id),
    tx.objectStore('keys').get('device'),
    tx.objectStore('outbox').getAll(),
  ])
  if (!ticket || !me?.dpr) return null
  const issued = ticket.value
  // No reads after this await: an IndexedDB transaction ends while other work is awaited.
  const nowMs = await now
  const isTorn = waiting.some(({ work }) => work.what === 'tear' && work.ticket === id)
  if (isTorn || issuedStateOf(issued, new Date(nowMs).toISOString()) !== 'valid') return null
  const code = await codeOf(issued.credential, key, nowMs)
  return code && { issued, code, dpr: me.dpr }
}

async function codeOf(credential: string, stored: StoredKey | undefined, nowMs: number) {
  const key = stored ? await toDeviceKey(stored) : null
  switch (bindingOf(credential, key)) {
    case 'none':
      return { text: credential, left: null }
    case 'here': {
      const { step, left } = stepOf(nowMs)
      return { text: await codeIn(credential, step, defined(key, 'the key of this device')), left }
    }
    case 'elsewhere':
      return null
  }
}
