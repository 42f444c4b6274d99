import type { PushService } from '#server/testing/push-service.ts'
import type { World } from './buyer.ts'
import { createDoors } from './doors.ts'
import type { Environment } from './environment.ts'
import { createLogins } from './logins.ts'
import { createPhones } from './phones.ts'
import { createPosters } from './posters.ts'

const PHONES = 5
const HOLDERS = 30
const GATES = 3
const LOGINS = 5

/** Other activity besides purchases: posts, push notifications, logins, gates. */
export async function createWorkload(
  world: World,
  { engine }: Environment,
  push: PushService,
  { owners, members }: { owners: string[]; members: string[] },
) {
  const posters = createPosters(world, engine, owners)
  const phones = await createPhones(engine, push, members.slice(0, PHONES), world.rng)
  const doors = await createDoors(world, engine, {
    owner: owners[0]!,
    people: members.slice(0, HOLDERS),
    gates: GATES,
  })
  const logins = await createLogins(world, engine, LOGINS)
  const threadIds = () => posters.posted.map(({ id }) => id)
  return {
    post: posters.post,
    sync: doors.sync,
    refresh: logins.refresh,
    /** Called before much time passes, as notifications expire after a day. */
    async lookAtNews(): Promise<string[]> {
      await phones.settle()
      return [...phones.look(threadIds()), ...(await doors.look()), ...(await logins.look())]
    },
    lookAtFiles: posters.look,
    words: () =>
      `${posters.posted.length} threads with files, ${push.got.length} notifications, ${doors.lines()} lines of gates, ${logins.times()} logins that went on`,
  }
}
