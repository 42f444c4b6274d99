import { events } from '#contract/events/calls.ts'
import { profile } from '#contract/profile/calls.ts'
import { callerOf, confirm, withRetry } from '../chaos/buyer.ts'
import { createEnvironment, type Setting } from '../chaos/environment.ts'
import { addEvent, addMember, addPerson, addSeller } from '../chaos/people.ts'

const OWNER = 'owner'
const EVENT = 'evening'

/** One owner with an event on sale, and people who may act; the server is not started yet. */
export async function createFixtures(setting: Setting & { people: number }) {
  const environment = await createEnvironment(setting)
  const { db } = environment.engine
  await addSeller(db, environment.sandbox, OWNER, 0)
  await addEvent(db, OWNER, EVENT, 1_000)
  const people = Array.from({ length: setting.people }, (_, nth) => `fan${nth}`)
  for (const person of people) {
    await addPerson(db, person)
    await addMember(db, OWNER, person)
  }
  return {
    ...environment,
    people,
    /** A read of the database, without a change. */
    read: (person: string) =>
      callerOf(environment, person)(events.getEvent, { params: { id: EVENT } }),
    /** A small write that must be kept: `person` follows the owner. */
    follow: (person: string) =>
      callerOf(environment, person)(profile.follow, { params: { name: OWNER } }),
    isFollowing: async (person: string) =>
      (await db
        .selectFrom('follow')
        .select('follower_id')
        .where('follower_id', '=', person)
        .executeTakeFirst()) !== undefined,
    /** From the press of the button to the ticket, with the app's retries. */
    async buy(person: string, maxAttempts?: number): Promise<void> {
      const call = callerOf(environment, person)
      const body = { event_id: EVENT, token: 'tok_visa' }
      const { paymentIntent, ownerId } = await withRetry(
        () => call(events.startJoin, { body }),
        maxAttempts,
      )
      await confirm(environment.provider, ownerId, paymentIntent)
      const paid = { event_id: EVENT, paymentIntentId: paymentIntent.id }
      await withRetry(() => call(events.join, { body: paid }), maxAttempts)
    },
    tickets: async () =>
      (
        await db
          .selectFrom('entitlement')
          .select('user_id')
          .where('subject_id', '=', EVENT)
          .where('status', '=', 'valid')
          .execute()
      )
        .map(({ user_id }) => user_id)
        .sort(),
    /** The raw response, for tests of its headers. */
    ask: async (path: string, person?: string, init: RequestInit = {}) =>
      fetch(environment.url + path, {
        ...init,
        headers: {
          ...(init.body && { 'content-type': 'application/json' }),
          ...(person && { authorization: `Bearer ${await environment.tokenOf(person)}` }),
        },
      }),
  }
}
export type Fixtures = Awaited<ReturnType<typeof createFixtures>>
