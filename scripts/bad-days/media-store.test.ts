import { expect, it, onTestFinished } from 'vitest'
import { createServed } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { openS3 } from '#server/testing/s3.ts'
import { actUnderFire } from '../chaos/acting.ts'
import { dice as throwDice } from '../chaos/dice.ts'
import { openFaces } from '../chaos/faces.ts'
import { findDisorder } from '../chaos/in-order.ts'
import { openPosters } from '../chaos/posters.ts'
import { RECOVERY_MAX_MS } from '../chaos/recovery.ts'
import { openVillage } from './village.ts'

const long = process.env.LONG === '1'
const MUCH = long ? { posts: 60, faces: 120, kills: 40 } : { posts: 5, faces: 6, kills: 2 }

/** A village whose media lie in a bucket. */
async function open(setting: Partial<Parameters<typeof openVillage>[0]> = {}) {
  const store = await openS3()
  onTestFinished(store.close)
  const village = await openVillage({ people: 2, env: store.env, ...setting })
  onTestFinished(village.close)
  await village.site.start()
  return { store, village }
}

it.each(
  [
    { database: 'sqlite', nodes: 1 },
    { database: 'postgres', nodes: 2 },
  ].filter(({ database }) => databaseNames.some((name) => name === database)),
)(
  '72: $nodes processes on $database are shot amid uploads to a bucket: what was acknowledged is there, and nothing lies about',
  { timeout: long ? 1_800_000 : 180_000 },
  async ({ database, nodes }) => {
    const databaseUrl = database === 'postgres' ? await createServed() : undefined
    const { store, village } = await open({
      people: MUCH.faces,
      nodes,
      ...(databaseUrl && { databaseUrl }),
    })
    // Most of what a process does is to wait for the store: most shots fall there.
    store.turn('slow')
    const dice = throwDice(12)
    const posters = openPosters({ ...village, dice }, village.engine, ['owner'])
    const faces = openFaces(village, village.people)
    const acts = [
      ...Array.from({ length: MUCH.posts }, (_, n) => () => posters.post(n)),
      ...village.people.map((_, n) => () => faces.change(n)),
    ]
    await actUnderFire(dice.shuffle(acts, 'order'), {
      kills: MUCH.kills,
      dice,
      shoot: async () => void (await village.site.shoot()),
    })
    store.turn('fine')

    expect(posters.posted).toHaveLength(MUCH.posts)
    expect(faces.told.size).toBe(MUCH.faces)
    expect([...(await posters.look()), ...(await faces.look())]).toEqual([])
    expect(await findDisorder(village)).toEqual([])
    // The long run has the machine to itself.
    const { fromKill, fromStart } = village.site.recovery
    if (long) expect(Math.max(...fromKill, ...fromStart)).toBeLessThan(RECOVERY_MAX_MS)
  },
)
