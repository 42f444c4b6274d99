import { enqueue } from '#server/db/outbox.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/enqueue-email.ts'
import type { Renewals } from '#server/features/orders/subscriptions/renewals.ts'
import { Unknown } from '#server/ports/payments.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './queries.ts'

/** The outbox topic of what a suspension, or its end, brings about. */
export const SUSPENSION = 'suspension'
const BATCH_SIZE = 50
/** Acts overtake one another so often only where something is wrong. */
const TRIES = 5

interface Matter {
  /** Of this one act: nobody is told of it twice. */
  id: Id
  userId: Id | null
  /** The room that stopped, or goes on, by it. */
  roomId: Id | null
  letter: 'roomHeld' | 'roomBack'
}

/** Leaves the rest of the work in the transaction of the act. */
export const postSuspension = (tx: Tx, { clock }: Pick<Deps, 'clock'>, matter: Matter) => {
  const { id } = matter
  const now = clock.now().toISOString()
  return enqueue(tx, { id, topic: SUSPENSION, key: `${SUSPENSION}:${id}`, payload: matter, now })
}

type FollowDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'payments' | 'bus'>

/** What follows a suspension: nothing is charged by itself meanwhile, and whoever is in the room hears of it. */
export function suspensionFollowing(deps: FollowDeps, renewals: Pick<Renewals, 'accountOf'>) {
  const { db, clock, payments, bus } = deps

  /** As it is now, not as it was when the work was left: a restoring may have overtaken it. */
  async function pause(membershipId: Id, ref: string) {
    const account = await renewals.accountOf(ref)
    if (!account) return
    for (let tried = 0; tried < TRIES; tried++) {
      const paused = await query.isHeld(db, membershipId)
      await payments.pauseSubscription({ account, ref, paused }).catch((error: unknown) => {
        // It was never begun there: nothing will be charged.
        if (!(error instanceof Unknown)) throw error
      })
      if ((await query.isHeld(db, membershipId)) === paused) return
    }
    throw new Error('a suspension changes faster than it can be followed')
  }

  async function pauseAll(matter: Matter) {
    for (let after = ''; ; ) {
      const charged = await query.listCharged(db, matter, after, BATCH_SIZE)
      for (const { id, subscription_ref: ref } of charged) await pause(id, ref!)
      if (charged.length < BATCH_SIZE) return
      after = charged.at(-1)!.id
    }
  }

  async function tellAll({ id, letter }: Matter, roomId: Id) {
    const room = await query.findTitle(db, roomId)
    // It is otherwise again: the next piece of work tells.
    if (!room || (room.state === 9) !== (letter === 'roomHeld')) return
    const now = clock.now().toISOString()
    for (let after = ''; ; ) {
      const people = await query.listConcerned(db, roomId, now, after, BATCH_SIZE)
      await transact(db, async (tx) => {
        for (const { id: to, email } of people)
          await enqueueEmail(deps, tx, `${id}:${to}`, { letter, title: room.title, to: email })
      })
      if (people.length < BATCH_SIZE) return
      after = people.at(-1)!.id
    }
  }

  return {
    /** Every process forgets what it knew of the room's events. Once the act is committed. */
    async announce(roomId: Id) {
      for (const id of await query.listLiveEvents(db, roomId)) await bus.publish(EVENT_CHANGED, id)
    },

    async handle(payload: unknown) {
      const matter = payload as Matter
      // Money first: a letter may wait.
      await pauseAll(matter)
      if (matter.roomId !== null) await tellAll(matter, matter.roomId)
    },
  }
}
export type SuspensionFollowing = ReturnType<typeof suspensionFollowing>
