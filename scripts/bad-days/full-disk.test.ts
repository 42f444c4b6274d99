// @module-tag full
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { events } from '#contract/events.ts'
import { DISK_RESERVE_BYTES } from '#contract/limits.ts'
import { REFUSED, UPLOADS_NO_ROOM } from '#contract/messages.ts'
import { posting } from '#contract/posting.ts'
import { uploads } from '#contract/uploads.ts'
import { picture, sound } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { callerOf, confirm } from '../chaos/buyer.ts'
import { findDisorder } from '../chaos/in-order.ts'
import { openVillage } from './village.ts'

/** Beside what no upload may take. */
const BYTES = DISK_RESERVE_BYTES + 200_000_000
const MADE_GOOD_MS = 60_000
/** Changes that still find room in what the database has taken for itself. */
const MAX_THAT_FIT = 5_000
const AWAY = { status: 503, message: REFUSED[503] }

/** A disk of its own, with not much room. As root, on Linux. */
function openDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'room-small-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${BYTES}`, 'room-small', folder])
  const filler = join(folder, 'filler')
  return {
    /** What a server keeps there. */
    dataDir: join(folder, 'data'),
    /** To the last byte: also what was given back since. */
    fill() {
      const file = openSync(filler, 'a')
      for (let bytes = 1 << 20; bytes >= 1; )
        try {
          if (writeSync(file, Buffer.alloc(bytes)) < bytes) throw new Error('a part of it')
        } catch {
          bytes >>= 1
        }
      closeSync(file)
    },
    makeRoom: () => rmSync(filler),
    close() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}

it('72: a real disk without a byte of room: who wants to change something is told to come back, reading goes on, and so does all once there is room', {
  timeout: 300_000,
}, async () => {
  const disk = openDisk()
  onTestFinished(disk.close)
  mkdirSync(disk.dataDir)
  const village = await openVillage({ people: 4, dataDir: disk.dataDir })
  onTestFinished(village.close)
  const { site, sandbox, provider } = village
  await site.start()
  const [pid] = site.pids()
  const call = callerOf(village, 'owner')
  const follow = (method: 'POST' | 'DELETE') =>
    village.ask('/api/application/newroom/owner/follow', 'fan0', { method })
  const image = new File([await picture(640, 360)], 'a.png')
  const post = (files: Record<string, string | File>) => {
    const body = formOf({ title: '夜', text: '便り', ...files })
    return call(posting.createThread, { params: { roomid: 'owner' }, body })
  }
  const file = sound()
  const half = Math.floor(file.length / 2)
  const { id } = await call(uploads.startUpload, { body: { size: file.length } })
  const reached = async () => (await call(uploads.getUpload, { params: { id } })).offset
  const send = (offset: number, to = file.length) =>
    call(uploads.sendPiece, {
      params: { id },
      query: { offset },
      body: new Blob([file.slice(offset, to)], { type: 'application/octet-stream' }),
    })
  const begin = (person: string) =>
    callerOf(village, person)(events.startJoin, {
      body: { event_id: 'evening', token: 'tok_visa' },
    })
  const finish = (person: string, paymentIntentId: string) =>
    callerOf(village, person)(events.join, { body: { event_id: 'evening', paymentIntentId } })
  await send(0, half)
  const { paymentIntent, ownerId } = await begin('fan1')

  // What the database has taken for itself may still hold some changes: those that are acknowledged must stay.
  let follows = false
  let refused: Response | null = null
  for (let n = 0; n < MAX_THAT_FIT && !refused; n++) {
    disk.fill()
    const answer = await follow(follows ? 'DELETE' : 'POST')
    if (answer.ok) follows = !follows
    else refused = answer
  }
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused?.json()).toMatchObject({ message: REFUSED[503] })
  expect(await village.isFollowing('fan0')).toBe(follows)

  await confirm(provider, ownerId, paymentIntent)
  disk.fill()
  await expect(finish('fan1', paymentIntent.id)).rejects.toMatchObject(AWAY)
  await expect(begin('fan2')).rejects.toMatchObject(AWAY)
  const noRoom = { status: 503, message: UPLOADS_NO_ROOM }
  await expect(post({ imageid_1: image })).rejects.toMatchObject(noRoom)
  await expect(send(half)).rejects.toMatchObject(AWAY)
  await expect(call(uploads.startUpload, { body: { size: 9 } })).rejects.toMatchObject(noRoom)
  for (const person of village.people) expect((await village.read(person)).id).toBe('evening')
  expect((await village.ask('/readyz')).status).toBe(200)
  const [threads, orders] = await Promise.all([
    village.engine.db.selectFrom('thread').select('id').execute(),
    sandbox.stripe.paymentIntents.list({ limit: 100 }, { stripeAccount: ownerId }),
  ])
  expect(threads).toEqual([])
  expect(
    orders.data.map((one) => one.id),
    'nobody else is to be charged',
  ).toEqual([paymentIntent.id])

  disk.makeRoom()
  // No clock is moved and nothing is asked again: it makes it good by itself.
  await expect.poll(village.tickets, { timeout: MADE_GOOD_MS, interval: 200 }).toEqual(['fan1'])
  await village.buy('fan2')
  await send(await reached())
  await post({ audio: id, imageid_1: image })
  expect((await follow(follows ? 'DELETE' : 'POST')).ok).toBe(true)
  expect(await village.isFollowing('fan0')).toBe(!follows)
  expect(site.pids()).toEqual([pid])
  const [shown] = await village.engine.db
    .selectFrom('thread_media')
    .select(['path', 'kind'])
    .where('kind', '=', 'audio')
    .execute()
  const media = await village.openMedia()
  expect(Buffer.from((await media.read(shown!.path))!).equals(Buffer.from(file))).toBe(true)
  expect(await findDisorder(village)).toEqual([])
})
