// @module-tag full
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { REFUSED } from '#contract/messages.ts'
import { posting } from '#contract/posting.ts'
import { picture } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { callerOf } from '../chaos/buyer.ts'
import { openShim, type Shim } from './shim.ts'
import { openVillage } from './village.ts'

let image: File
beforeAll(async () => {
  image = new File([await picture(640, 360)], 'a.png')
})

it.each(['is full', 'is read-only', 'cannot sync'] as const)(
  '72: a disk that %s: who wants to change something is told to come back, reading goes on, and so does all once it works again',
  { timeout: 180_000 },
  async (mode) => {
    const folder = mkdtempSync(join(tmpdir(), 'room-disk-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    let shim!: Shim
    const village = await openVillage({
      people: 3,
      env: (dir) => (shim = openShim(folder, dir)).env,
    })
    onTestFinished(village.close)
    onTestFinished(shim.close)
    shim.set('works')
    await village.site.start()
    await village.follow('fan0')
    const [pid] = village.site.pids()

    shim.set(mode)
    const path = '/api/application/newroom/owner/follow'
    const refused = await village.ask(path, 'fan1', { method: 'POST' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused.json()).toMatchObject({ message: REFUSED[503] })
    expect((await village.read('fan0')).id).toBe('evening')
    expect((await village.ask('/readyz')).status).toBe(200)
    const post = () =>
      callerOf(village, 'owner')(posting.createThread, {
        params: { roomid: 'owner' },
        body: formOf({ title: '夜', text: '写真', imageid_1: image }),
      })
    await expect(post()).rejects.toMatchObject({ status: 503 })

    shim.set('works')
    await village.follow('fan1')
    await village.follow('fan2')
    await post()
    expect(await Promise.all(village.people.map(village.isFollowing))).toEqual([true, true, true])
    expect(village.site.pids()).toEqual([pid])
  },
)
