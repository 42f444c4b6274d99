// @module-tag full
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { DISK_RESERVE_BYTES } from '#contract/shared/limits.ts'
import { STATUS_MESSAGES } from '#contract/shared/messages.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { uploads } from '#contract/uploads/calls.ts'
import { UPLOADS_NO_ROOM } from '#contract/uploads/messages.ts'
import { picture, sound } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { callerOf, confirm } from '../chaos/buyer.ts'
import { findDisorder } from '../chaos/in-order.ts'
import { createFixtures } from './fixtures.ts'

/** In addition to the reserve that uploads must leave free. */
const BYTES = DISK_RESERVE_BYTES + 200_000_000
const MADE_GOOD_MS = 60_000
/** The maximum number of writes that still fit into space the database has allocated. */
const MAX_THAT_FIT = 5_000
const UNAVAILABLE = { status: 503, message: STATUS_MESSAGES[503] }

/** A small disk (tmpfs). Needs root on Linux. */
function createDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'room-small-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${BYTES}`, 'room-small', folder])
  const filler = join(folder, 'filler')
  return {
    /** The server's data folder. */
    dataDir: join(folder, 'data'),
    /** Fills the disk to the last byte, including space freed since. */
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

it('on a real full disk writes get a 503, reads work, and all recovers once there is space (72)', async () => {
  const disk = createDisk()
  onTestFinished(disk.close)
  mkdirSync(disk.dataDir)
  const fixtures = await createFixtures({ people: 4, dataDir: disk.dataDir })
  onTestFinished(fixtures.close)
  const { site, sandbox, provider } = fixtures
  await site.start()
  const [pid] = site.pids()
  const call = callerOf(fixtures, 'owner')
  const follow = (method: 'POST' | 'DELETE') =>
    fixtures.ask('/api/application/newroom/owner/follow', 'fan0', { method })
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
    callerOf(fixtures, person)(events.startJoin, {
      body: { event_id: 'evening', token: 'tok_visa' },
    })
  const finish = (person: string, paymentIntentId: string) =>
    callerOf(fixtures, person)(events.join, { body: { event_id: 'evening', paymentIntentId } })
  await send(0, half)
  const { paymentIntent, ownerId } = await begin('fan1')

  // Space that the database has allocated may still hold some writes: the acknowledged ones must stay.
  let follows = false
  let rejection: Response | null = null
  for (let n = 0; n < MAX_THAT_FIT && !rejection; n++) {
    disk.fill()
    const answer = await follow(follows ? 'DELETE' : 'POST')
    if (answer.ok) follows = !follows
    else rejection = answer
  }
  expect([rejection?.status, rejection?.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await rejection?.json()).toMatchObject({ message: STATUS_MESSAGES[503] })
  expect(await fixtures.isFollowing('fan0')).toBe(follows)

  await confirm(provider, ownerId, paymentIntent)
  disk.fill()
  await expect(finish('fan1', paymentIntent.id)).rejects.toMatchObject(UNAVAILABLE)
  await expect(begin('fan2')).rejects.toMatchObject(UNAVAILABLE)
  const noRoom = { status: 503, message: UPLOADS_NO_ROOM }
  await expect(post({ imageid_1: image })).rejects.toMatchObject(noRoom)
  await expect(send(half)).rejects.toMatchObject(UNAVAILABLE)
  await expect(call(uploads.startUpload, { body: { size: 9 } })).rejects.toMatchObject(noRoom)
  for (const person of fixtures.people) expect((await fixtures.read(person)).id).toBe('evening')
  expect((await fixtures.ask('/readyz')).status).toBe(200)
  const [threads, orders] = await Promise.all([
    fixtures.engine.db.selectFrom('thread').select('id').execute(),
    sandbox.stripe.paymentIntents.list({ limit: 100 }, { stripeAccount: ownerId }),
  ])
  expect(threads).toEqual([])
  expect(
    orders.data.map((one) => one.id),
    'nobody else is to be charged',
  ).toEqual([paymentIntent.id])

  disk.makeRoom()
  // No clock is moved and no request repeated: the server recovers by itself.
  await expect.poll(fixtures.tickets, { timeout: MADE_GOOD_MS, interval: 200 }).toEqual(['fan1'])
  await fixtures.buy('fan2')
  await send(await reached())
  await post({ audio: id, imageid_1: image })
  expect((await follow(follows ? 'DELETE' : 'POST')).ok).toBe(true)
  expect(await fixtures.isFollowing('fan0')).toBe(!follows)
  expect(site.pids()).toEqual([pid])
  const [shown] = await fixtures.engine.db
    .selectFrom('thread_media')
    .select(['path', 'kind'])
    .where('kind', '=', 'audio')
    .execute()
  const media = await fixtures.openMedia()
  expect(Buffer.from((await media.read(shown!.path))!).equals(Buffer.from(file))).toBe(true)
  expect(await findDisorder(fixtures)).toEqual([])
})
