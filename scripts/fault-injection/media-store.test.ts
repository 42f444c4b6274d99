// @module-tag full
import { expect, it, onTestFinished } from 'vitest'
import { Unreachable } from '#contract/http/caller.ts'
import { STATUS_MESSAGES } from '#contract/shared/messages.ts'
import { threads } from '#contract/threads/calls.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { uploads } from '#contract/uploads/calls.ts'
import { createServed } from '#server/testing/databases.ts'
import { picture, sound } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { databaseNames } from '#server/testing/names.ts'
import { startS3 } from '#server/testing/s3.ts'
import { actUnderFire } from '../chaos/actions.ts'
import { callerOf } from '../chaos/buyer.ts'
import { createIcons } from '../chaos/icons.ts'
import { findDisorder } from '../chaos/in-order.ts'
import { createPosters } from '../chaos/posters.ts'
import { recoverySummary } from '../chaos/recovery.ts'
import { createRng } from '../chaos/rng.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'
import { openLine } from './line.ts'

const MUCH = { posts: 20, icons: 40, kills: 10 }

/** A fault injection site whose media are in an S3 bucket. */
async function open(
  setting: Partial<Parameters<typeof createFixtures>[0]> = {},
  env: Record<string, string> = {},
) {
  const store = await startS3()
  onTestFinished(store.close)
  const fixtures = await createFixtures({ people: 2, env: { ...store.env, ...env }, ...setting })
  onTestFinished(fixtures.close)
  await fixtures.site.start()
  return { store, fixtures }
}

it.each(
  [
    { database: 'sqlite', nodes: 1 },
    { database: 'postgres', nodes: 2 },
  ].filter(({ database }) => databaseNames.some((name) => name === database)),
)(
  'kills of $nodes processes on $database during uploads to a bucket lose no acknowledged file and leave no orphan (72)',
  { timeout: 1_800_000 },
  async ({ database, nodes }) => {
    const databaseUrl = database === 'postgres' ? await createServed() : undefined
    const { store, fixtures } = await open({
      people: MUCH.icons,
      nodes,
      ...(databaseUrl && { databaseUrl }),
    })
    // A slow bucket, so that most kills happen during its calls.
    store.turn('slow')
    const rng = createRng(12)
    const posters = createPosters({ ...fixtures, rng }, fixtures.engine, ['owner'])
    const icons = createIcons(fixtures, fixtures.people)
    const actions = [
      ...Array.from({ length: MUCH.posts }, (_, n) => () => posters.post(n)),
      ...fixtures.people.map((_, n) => () => icons.change(n)),
    ]
    await actUnderFire(rng.shuffle(actions, 'order'), {
      kills: MUCH.kills,
      rng,
      shoot: async () => void (await fixtures.site.shoot()),
    })
    store.turn('fine')

    expect([...(await posters.look()), ...(await icons.look())]).toEqual([])
    expect(posters.posted).toHaveLength(MUCH.posts)
    expect(icons.acknowledged.size).toBe(MUCH.icons)
    expect(await findDisorder(fixtures)).toEqual([])
    console.log(recoverySummary(fixtures.site.recovery))
  },
)

const UNAVAILABLE = { status: 503, message: STATUS_MESSAGES[503] }
const owned = { roomid: 'owner' }

/** The owner's actions with files. */
function ownerOf(fixtures: Fixtures) {
  const call = callerOf(fixtures, 'owner')
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
const titlesIn = async ({ engine }: Fixtures) =>
  (await engine.db.selectFrom('thread').select('title').orderBy('title').execute()).map(
    ({ title }) => title,
  )
async function storedIcons(fixtures: Fixtures) {
  const paths: string[] = []
  for await (const { path } of (await fixtures.openMedia()).list('')) paths.push(path)
  return paths
}

it('a kill between a bucket write and its row loses no shown picture, and orphans are deleted (72)', async () => {
  const { store, fixtures } = await open()
  const icons = createIcons(fixtures, fixtures.people)
  const owner = ownerOf(fixtures)
  await icons.change(0)
  const { id } = await owner.post('夜')
  const storedCount = (await storedIcons(fixtures)).length

  store.turn('lost')
  const lost = icons.change(1, 1).catch((error: unknown) => error)
  await expect.poll(() => storedIcons(fixtures)).toHaveLength(storedCount + 1)
  store.turn('keeps all')
  const removed = owner.remove(id).catch((error: unknown) => error)
  await expect.poll(() => titlesIn(fixtures)).toEqual([])
  await fixtures.site.kill()
  store.turn('fine')
  expect([await lost, await removed]).toEqual([expect.any(Unreachable), expect.any(Unreachable)])
  expect(await storedIcons(fixtures)).toHaveLength(storedCount + 1)

  await fixtures.site.start()
  await icons.change(1)
  expect(await icons.look()).toEqual([])
  await expect(owner.read(id)).rejects.toMatchObject({ status: 404 })
  expect(await findDisorder(fixtures)).toEqual([])
})

// `adapters/s3/faults.test.ts` tests single calls under these faults.
it.each(['away', 'busy', 'silent'] as const)(
  'uploads get a 503 and leave no partial object while a bucket is %s, and all recovers by itself (72)',
  async (how) => {
    const { store, fixtures } = await open()
    const icons = createIcons(fixtures, fixtures.people)
    const owner = ownerOf(fixtures)
    await icons.change(0)
    const before = await owner.post('一')
    const spare = await owner.post('二')
    const image = before.images![0]!.path
    const file = sound()
    const half = Math.floor(file.length / 2)
    const { id } = await owner.begin(file.length)
    await owner.send(id, 0, file.slice(0, half))
    const [pid] = fixtures.site.pids()

    if (how === 'away') await store.disconnect()
    else store.turn(how)
    const results = Promise.allSettled([
      icons.change(1, 1),
      owner.post('三'),
      owner.send(id, half, file.slice(half)),
      owner.reached(id),
    ])
    const shown = fixtures.ask(image)
    // The rest of the site works, including what only touches rows of files.
    await fixtures.follow('fan0')
    await fixtures.buy('fan0')
    expect((await owner.read(before.id)).title).toBe('一')
    await owner.remove(spare.id)
    for (const one of await results)
      expect(one).toMatchObject({
        status: 'rejected',
        reason: expect.objectContaining(UNAVAILABLE),
      })
    expect([(await shown).status, await (await shown).text()]).toEqual([503, STATUS_MESSAGES[503]])
    expect(Number((await shown).headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await titlesIn(fixtures)).toEqual(['一'])
    expect(fixtures.site.pids()).toEqual([pid])
    if (how === 'away') {
      await fixtures.site.kill()
      await fixtures.site.start()
      expect((await owner.read(before.id)).title).toBe('一')
      await store.comeBack()
    }

    store.turn('fine')
    expect((await fixtures.ask(image)).status).toBe(200)
    await icons.change(1)
    await owner.send(id, await owner.reached(id), file.slice(await owner.reached(id)))
    await owner.post('三')
    expect(await icons.look()).toEqual([])
    expect(await findDisorder(fixtures)).toEqual([])
  },
)

it.runIf(databaseNames.includes('postgres'))(
  'the files of a transaction exist if its commit was stored but not answered (72)',
  async () => {
    const databaseUrl = await createServed()
    const line = await openLine(databaseUrl)
    onTestFinished(line.close)
    const { fixtures } = await open({ databaseUrl }, { DATABASE_URL: line.url })
    const icons = createIcons(fixtures, fixtures.people)
    const owner = ownerOf(fixtures)

    line.loseCommitOf('insert into "thread_media"')
    await expect(owner.post('一')).rejects.toMatchObject(UNAVAILABLE)
    line.loseCommitOf('"icon_path" = ')
    await expect(icons.change(0, 1)).rejects.toMatchObject(UNAVAILABLE)

    expect(await titlesIn(fixtures)).toEqual(['一'])
    expect(await findDisorder(fixtures)).toEqual([])
  },
)
