// Follow-up of a suspension: pauses automatic charges, and informs the room's members.

import * as z from 'zod'
import { DAY_MS } from '#contract/lib/durations.ts'
import { enqueue, enqueueAll } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/page-window.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { refundEndedMonths, refundUnusedDays } from '#server/features/orders/refunds/unused-days.ts'
import * as renewals from '#server/features/orders/subscriptions/renewals.ts'
import { isoNow } from '#server/ports/clock.ts'
import { Unknown } from '#server/ports/payments.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './queries.ts'

/** Outbox topic of the follow-up work of a suspension or its end. */
export const SUSPENSION = 'suspension'
const BATCH_SIZE = 50
/** Lost messages of the provider are read every hour. */
const SECOND_PASS_MS = DAY_MS
/** Retries for concurrent changes; more indicate an error. */
const MAX_ATTEMPTS = 5

const Matter = z.object({
  /** Id of this action, which makes its notifications unique. */
  id: z.string(),
  userId: z.string().nullable(),
  /** The room suspended or restored by it. */
  roomId: z.string().nullable(),
  letter: z.enum(['roomHeld', 'roomBack']),
  /** Of the end: since when the room was suspended, and until when. Missing in jobs of the last release. */
  suspended: z.object({ since: z.string(), until: z.string() }).nullish(),
  /** The second pass over the months that were paid. */
  isSecondPass: z.boolean().exactOptional(),
})
type Matter = z.output<typeof Matter>

/** The charges of one member. */
const Charge = z.object({
  membershipId: z.string(),
  /** The provider's id of the subscription. */
  ref: z.string(),
})
type Charge = z.output<typeof Charge>
const SuspensionWork = z.union([Matter, Charge])

/** Enqueues the follow-up work in the transaction of the action. */
export const postSuspension = (tx: Tx, deps: Deps, matter: Matter) => {
  const { id } = matter
  return enqueue(deps, tx, { id, topic: SUSPENSION, key: `${SUSPENSION}:${id}`, payload: matter })
}

/** The provider may report a payment of the time of the suspension after its end: long after, if messages were lost. */
const refundAgainLater = (deps: SaleDeps, matter: Matter) =>
  transact(deps.db, (tx) =>
    enqueue(deps, tx, {
      topic: SUSPENSION,
      key: `${SUSPENSION}:${matter.id}:again`,
      payload: { ...matter, isSecondPass: true },
      due_at: new Date(deps.clock.now().getTime() + SECOND_PASS_MS).toISOString(),
    }),
  )

/** Uses the current state, since the suspension may have ended after the work was enqueued. */
async function pause(deps: SaleDeps, { membershipId, ref }: Charge) {
  const account = await renewals.accountOf(deps, ref)
  if (!account) return
  for (let tried = 0; tried < MAX_ATTEMPTS; tried++) {
    const paused = await query.isHeld(deps.db, membershipId)
    await deps.payments.pauseSubscription({ account, ref, paused }).catch((error: unknown) => {
      // No such subscription at the provider: nothing will be charged.
      if (!(error instanceof Unknown)) throw error
    })
    if ((await query.isHeld(deps.db, membershipId)) === paused) return
  }
  throw new Error('A suspension changes faster than subscriptions can be paused.')
}

/** Each subscription is work of its own: of hundreds of calls one fails often, and is then repeated alone. */
async function pauseAll(deps: SaleDeps, matter: Matter) {
  const list = (after: string) => query.listCharged(deps.db, matter, after, BATCH_SIZE)
  for await (const charged of pagesOf(BATCH_SIZE, list, ({ id }) => id)) {
    const works = charged.map(({ id: membershipId, subscription_ref: ref }) => ({
      topic: SUSPENSION,
      key: `${SUSPENSION}:${matter.id}:${membershipId}`,
      payload: { membershipId, ref },
    }))
    await transact(deps.db, (tx) => enqueueAll(deps, tx, works))
  }
}

async function notifyAll(deps: SaleDeps, { id, letter: template }: Matter, roomId: Id) {
  const room = await query.findTitle(deps.db, roomId)
  // The state has changed again: the next work item informs of it.
  if (!room || (room.state === 9) !== (template === 'roomHeld')) return
  const now = isoNow(deps)
  const list = (after: string) => query.listConcerned(deps.db, roomId, now, after, BATCH_SIZE)
  for await (const people of pagesOf(BATCH_SIZE, list, (person) => person.id))
    await transact(deps.db, async (tx) => {
      for (const { id: to, email } of people)
        await enqueueEmail(deps, tx, `${id}:${to}`, {
          letter: template,
          title: room.title,
          to: email,
        })
    })
}

/** Invalidates cached events of the room in all processes. Call it after the commit. */
export async function announce(deps: SaleDeps, roomId: Id) {
  for (const id of await query.listLiveEvents(deps.db, roomId))
    await deps.bus.publish(EVENT_CHANGED, id)
}

/** Refunds what ended while its room was suspended: such a room may never return. */
export async function sweep(deps: SaleDeps) {
  const failures: unknown[] = []
  for (const { id: roomId, since } of await query.listSuspendedRooms(deps.db))
    await refundEndedMonths(deps, { roomId, since }).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

export async function handle(deps: SaleDeps, payload: unknown) {
  const work = SuspensionWork.parse(payload)
  if ('ref' in work) return pause(deps, work)
  return followUp(deps, work)
}

async function followUp(deps: SaleDeps, matter: Matter) {
  const { roomId, suspended, isSecondPass } = matter
  if (isSecondPass) {
    if (suspended && roomId) await refundUnusedDays(deps, { ...suspended, roomId })
    return
  }
  // Charges first: emails can wait.
  await pauseAll(deps, matter)
  if (roomId === null) return
  if (suspended) {
    await refundUnusedDays(deps, { ...suspended, roomId })
    await refundAgainLater(deps, matter)
  }
  await notifyAll(deps, matter, roomId)
}
