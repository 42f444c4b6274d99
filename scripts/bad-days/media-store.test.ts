// @module-tag full
import { expect, it, onTestFinished } from 'vitest'
import { Unreachable } from '#contract/caller.ts'
import { REFUSED } from '#contract/messages.ts'
import { posting } from '#contract/posting.ts'
import { threads } from '#contract/threads.ts'
import { uploads } from '#contract/uploads.ts'
import { createServed } from '#server/testing/databases.ts'
import { picture, sound } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { databaseNames } from '#server/testing/names.ts'
import { openS3 } from '#server/testing/s3.ts'
import { actUnderFire } from '../chaos/acting.ts'
import { callerOf } from '../chaos/buyer.ts'
import { dice as throwDice } from '../chaos/dice.ts'
import { openFaces } from '../chaos/faces.ts'
import { findDisorder } from '../chaos/in-order.ts'
import { openPosters } from '../chaos/posters.ts'
import { RECOVERY_MAX_MS } from '../chaos/recovery.ts'
import { openLine } from './line.ts'
import { openVillage, type Village } from './village.ts'

const MUCH = { posts: 60, faces: 120, kills: 40 }

/** A village whose media lie in a bucket. */
async function open(
  setting: Partial<Parameters<typeof openVillage>[0]> = {},
  env: Record<string, string> = {},
) {
  const store = await openS3()
  onTestFinished(store.close)
  const village = await openVillage({ people: 2, env: { ...store.env, ...env }, ...setting })
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
  { timeout: 1_800_000 },
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
    expect(Math.max(...fromKill, ...fromStart)).toBeLessThan(RECOVERY_MAX_MS)
  },
)

const AWAY = { status: 503, message: REFUSED[503] }
const owned = { roomid: 'owner' }

/** What its owner does with files there. */
function ownerOf(village: Village) {
  const call = callerOf(village, 'owner')
  return {
    post: async (title: string) =>
      call(posting.createThread, {
        params: owned,
        body: formOf({
          title,
          text: '便り',
          imageid_1: new File([await picture(60, 60)], 'a.png'),
        }),
      }),
    read: (threadid: string) => call(threads.getThread, { params: { ...owned, threadid } }),
    remove: (threadid: string) => call(posting.deleteThread, { params: { ...owned, threadid } }),
    begin: (size: number) => call(uploads.startUpload, { body: { size } }),
    reached: async (id: string) => (await call(uploads.getUpload, { params: { id } })).offset,
    send: (id: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
      call(uploads.sendPiece, {
        params: { id },
        query: { offset },
        body: new Blob([bytes], { type: 'application/octet-stream' }),
      }),
  }
}
const titlesIn = async ({ engine }: Village) =>
  (await engine.db.selectFrom('thread').select('title').orderBy('title').execute()).map(
    ({ title }) => title,
  )
async function keptBy(village: Village) {
  const paths: string[] = []
  for await (const { path } of (await village.openMedia()).list('')) paths.push(path)
  return paths
}

it('72: shot between what a bucket keeps and what a row says: nobody’s picture is lost, and what nobody shows goes', {
  timeout: 180_000,
}, async () => {
  const { store, village } = await open()
  const faces = openFaces(village, village.people)
  const owner = ownerOf(village)
  await faces.change(0)
  const { id } = await owner.post('夜')
  const kept = (await keptBy(village)).length

  store.turn('lost')
  const lost = faces.change(1, 1).catch((error: unknown) => error)
  await expect.poll(() => keptBy(village)).toHaveLength(kept + 1)
  store.turn('keeps all')
  const removed = owner.remove(id).catch((error: unknown) => error)
  await expect.poll(() => titlesIn(village)).toEqual([])
  await village.site.kill()
  store.turn('fine')
  expect([await lost, await removed]).toEqual([expect.any(Unreachable), expect.any(Unreachable)])
  expect(await keptBy(village)).toHaveLength(kept + 1)

  await village.site.start()
  await faces.change(1)
  expect(await faces.look()).toEqual([])
  await expect(owner.read(id)).rejects.toMatchObject({ status: 404 })
  expect(await findDisorder(village)).toEqual([])
})

// What each of these is for one call, `adapters/s3/faults.test.ts` holds.
it.each(['away', 'busy', 'silent'] as const)(
  '72: a bucket that is %s: who uploads is told to come back, nothing half-done stays, and all goes on by itself',
  { timeout: 180_000 },
  async (how) => {
    const { store, village } = await open()
    const faces = openFaces(village, village.people)
    const owner = ownerOf(village)
    await faces.change(0)
    const before = await owner.post('一')
    const spare = await owner.post('二')
    const image = before.images![0]!.path
    const file = sound()
    const half = Math.floor(file.length / 2)
    const { id } = await owner.begin(file.length)
    await owner.send(id, 0, file.slice(0, half))
    const [pid] = village.site.pids()

    if (how === 'away') await store.goAway()
    else store.turn(how)
    const refused = Promise.allSettled([
      faces.change(1, 1),
      owner.post('三'),
      owner.send(id, half, file.slice(half)),
      owner.reached(id),
    ])
    const shown = village.ask(image)
    // Meanwhile the rest of the site goes on, also what has to do with files as far as rows tell of it.
    await village.follow('fan0')
    await village.buy('fan0')
    expect((await owner.read(before.id)).title).toBe('一')
    await owner.remove(spare.id)
    for (const one of await refused)
      expect(one).toMatchObject({ status: 'rejected', reason: expect.objectContaining(AWAY) })
    expect([(await shown).status, await (await shown).text()]).toEqual([503, REFUSED[503]])
    expect(Number((await shown).headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await titlesIn(village)).toEqual(['一'])
    expect(village.site.pids()).toEqual([pid])
    if (how === 'away') {
      await village.site.kill()
      await village.site.start()
      expect((await owner.read(before.id)).title).toBe('一')
      await store.comeBack()
    }

    store.turn('fine')
    expect((await village.ask(image)).status).toBe(200)
    await faces.change(1)
    await owner.send(id, await owner.reached(id), file.slice(await owner.reached(id)))
    await owner.post('三')
    expect(await faces.look()).toEqual([])
    expect(await findDisorder(village)).toEqual([])
  },
)

it.runIf(databaseNames.includes('postgres'))(
  '72: a database that has kept what somebody never hears of: the files that it names are there',
  { timeout: 180_000 },
  async () => {
    const databaseUrl = await createServed()
    const line = await openLine(databaseUrl)
    onTestFinished(line.close)
    const { village } = await open({ databaseUrl }, { DATABASE_URL: line.url })
    const faces = openFaces(village, village.people)
    const owner = ownerOf(village)

    line.loseCommitOf('insert into "thread_media"')
    await expect(owner.post('一')).rejects.toMatchObject(AWAY)
    line.loseCommitOf('"icon_path" = ')
    await expect(faces.change(0, 1)).rejects.toMatchObject(AWAY)

    expect(await titlesIn(village)).toEqual(['一'])
    expect(await findDisorder(village)).toEqual([])
  },
)
