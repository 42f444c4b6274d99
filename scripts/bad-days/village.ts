import { events } from '#contract/events.ts'
import { profile } from '#contract/profile.ts'
import { callerOf, confirm, patiently } from '../chaos/buyer.ts'
import { openStage, type Setting } from '../chaos/stage.ts'
import { addEvent, addMember, addPerson, addSeller } from '../chaos/town.ts'

const OWNER = 'owner'
const EVENT = 'evening'

/** One owner with an evening that is on sale, and people who may do something about it; nobody serves them yet. */
export async function openVillage(setting: Setting & { people: number }) {
  const stage = await openStage(setting)
  const { db } = stage.engine
  await addSeller(db, stage.sandbox, OWNER, 0)
  await addEvent(db, OWNER, EVENT, 1_000)
  const people = Array.from({ length: setting.people }, (_, nth) => `fan${nth}`)
  for (const person of people) {
    await addPerson(db, person)
    await addMember(db, OWNER, person)
  }
  return {
    ...stage,
    people,
    /** As every page does: of the database, and nothing is changed. */
    read: (person: string) => callerOf(stage, person)(events.getEvent, { params: { id: EVENT } }),
    /** Something small that must be kept: `person` follows the owner. */
    follow: (person: string) =>
      callerOf(stage, person)(profile.follow, { params: { name: OWNER } }),
    isFollowing: async (person: string) =>
      (await db
        .selectFrom('follow')
        .select('follower_id')
        .where('follower_id', '=', person)
        .executeTakeFirst()) !== undefined,
    /** From the press of the button to the ticket, with the patience of the app. */
    async buy(person: string, tries?: number): Promise<void> {
      const call = callerOf(stage, person)
      const body = { event_id: EVENT, token: 'tok_visa' }
      const { paymentIntent, ownerId } = await patiently(
        () => call(events.startJoin, { body }),
        tries,
      )
      await confirm(stage.provider, ownerId, paymentIntent)
      const paid = { event_id: EVENT, paymentIntentId: paymentIntent.id }
      await patiently(() => call(events.join, { body: paid }), tries)
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
    /** An answer as it comes, for who looks at its head. */
    ask: async (path: string, person?: string, init: RequestInit = {}) =>
      fetch(stage.url + path, {
        ...init,
        headers: {
          ...(init.body && { 'content-type': 'application/json' }),
          ...(person && { authorization: `Bearer ${await stage.tokenOf(person)}` }),
        },
      }),
  }
}
export type Village = Awaited<ReturnType<typeof openVillage>>
