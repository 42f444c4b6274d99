import type { PushService } from '#server/testing/push-service.ts'
import type { World } from './buyer.ts'
import { openDoors } from './doors.ts'
import { openLogins } from './logins.ts'
import { openPhones } from './phones.ts'
import { openPosters } from './posters.ts'
import type { Stage } from './stage.ts'

const PHONES = 5
const HOLDERS = 30
const GATES = 3
const LOGINS = 5

/** Who is there besides the buyers: owners who post, members whose phones are notified and who stay logged in, doors that let people in. */
export async function openCompany(
  world: World,
  { engine }: Stage,
  push: PushService,
  { owners, members }: { owners: string[]; members: string[] },
) {
  const posters = openPosters(world, engine, owners)
  const phones = await openPhones(engine, push, members.slice(0, PHONES), world.dice)
  const doors = await openDoors(world, engine, {
    owner: owners[0]!,
    people: members.slice(0, HOLDERS),
    gates: GATES,
  })
  const logins = await openLogins(world, engine, LOGINS)
  const told = () => posters.posted.map(({ id }) => id)
  return {
    post: posters.post,
    sync: doors.sync,
    refresh: logins.refresh,
    /** Before much time passes: a notice is worth telling for a day. */
    async lookAtNews(): Promise<string[]> {
      await phones.settle()
      return [...phones.look(told()), ...(await doors.look()), ...(await logins.look())]
    },
    lookAtFiles: posters.look,
    words: () =>
      `${posters.posted.length} threads with files, ${push.got.length} notifications, ${doors.lines()} lines of gates, ${logins.times()} logins that went on`,
  }
}
