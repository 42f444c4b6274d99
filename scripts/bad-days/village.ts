import { events } from '#contract/events.ts'
import { profile } from '#contract/profile.ts'
import { buy, callerOf, type Told } from '../chaos/buyer.ts'
import { dice } from '../chaos/dice.ts'
import { openStage } from '../chaos/stage.ts'
import { addEvent, addMember, addPerson, addSeller } from '../chaos/town.ts'

const OWNER = 'owner'
const EVENT = 'evening'

/** One owner with an evening that is on sale, and people who may do something about it; nobody serves them yet. */
export async function openVillage(setting: Parameters<typeof openStage>[0] & { people: number }) {
  const stage = await openStage(setting)
  const { db } = stage.engine
  await addSeller(db, stage.sandbox, OWNER, 0)
  await addEvent(db, OWNER, EVENT, 1_000)
  const people = Array.from({ length: setting.people }, (_, nth) => `fan${nth}`)
  for (const person of people) {
    await addPerson(db, person)
    await addMember(db, OWNER, person)
  }
  const world = { ...stage, dice: dice(1) }
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
    buy: (person: string, n: number): Promise<Told> =>
      buy(world, { n, buyer: person, kind: 'event', subject: EVENT, wire: EVENT }),
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
        headers: person ? { authorization: `Bearer ${await stage.tokenOf(person)}` } : {},
      }),
  }
}
export type Village = Awaited<ReturnType<typeof openVillage>>
