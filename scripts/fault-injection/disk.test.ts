// @module-tag full
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { STATUS_MESSAGES } from '#contract/shared/messages.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { picture } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { callerOf } from '../chaos/buyer.ts'
import { createFixtures } from './fixtures.ts'
import { buildShim, type Shim } from './shim.ts'

let image: File
beforeAll(async () => {
  image = new File([await picture(640, 360)], 'a.png')
})

it.each(['is full', 'is read-only', 'cannot sync'] as const)(
  'writes get a 503, reads work, and all recovers after a disk that %s (72)',
  async (mode) => {
    const folder = mkdtempSync(join(tmpdir(), 'room-disk-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    let shim!: Shim
    const fixtures = await createFixtures({
      people: 3,
      env: (dir) => (shim = buildShim(folder, dir)).env,
    })
    onTestFinished(fixtures.close)
    onTestFinished(shim.close)
    shim.set('works')
    await fixtures.site.start()
    await fixtures.follow('fan0')
    const [pid] = fixtures.site.pids()

    shim.set(mode)
    const path = '/api/application/newroom/owner/follow'
    const response = await fixtures.ask(path, 'fan1', { method: 'POST' })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.json()).toMatchObject({ message: STATUS_MESSAGES[503] })
    expect((await fixtures.read('fan0')).id).toBe('evening')
    expect((await fixtures.ask('/readyz')).status).toBe(200)
    const post = () =>
      callerOf(fixtures, 'owner')(posting.createThread, {
        params: { roomid: 'owner' },
        body: formOf({ title: '夜', text: '写真', imageid_1: image }),
      })
    await expect(post()).rejects.toMatchObject({ status: 503 })

    shim.set('works')
    await fixtures.follow('fan1')
    await fixtures.follow('fan2')
    await post()
    expect(await Promise.all(fixtures.people.map(fixtures.isFollowing))).toEqual([true, true, true])
    expect(fixtures.site.pids()).toEqual([pid])
  },
)
