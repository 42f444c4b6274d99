// @module-tag full
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { account } from '#contract/account.ts'
import { formOf } from '#server/testing/form.ts'
import { callerOf } from '../chaos/buyer.ts'
import { openVillage } from './village.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const LIMIT = 512 * 1024 * 1024
const READERS = 200
const ROUNDS = 15
const PICTURES_AT_ONCE = 4
const PICTURES = 24

/** Processes of this group have so much memory together, and not a byte to swap to. As root, on Linux. */
function openGroup(bytes: number) {
  const unified = existsSync('/sys/fs/cgroup/cgroup.controllers')
  const folder = join('/sys/fs/cgroup', unified ? '' : 'memory', `room-${process.pid}`)
  mkdirSync(folder)
  const [limit, withSwap, swap] = unified
    ? ['memory.max', 'memory.swap.max', '0']
    : ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes', String(bytes)]
  writeFileSync(join(folder, limit), String(bytes))
  if (existsSync(join(folder, withSwap))) writeFileSync(join(folder, withSwap), swap)
  return {
    /** What a shell does to be in it. */
    join: `echo $$ > ${join(folder, 'cgroup.procs')}`,
    killed: () =>
      Number(
        /^oom_kill (\d+)$/m.exec(
          readFileSync(join(folder, unified ? 'memory.events' : 'memory.oom_control'), 'utf8'),
        )![1],
      ),
    /** Once nobody is in it any more. */
    close: () => rmdirSync(folder),
  }
}

/** As much as a camera gives: nothing of it compresses. */
const photograph = () =>
  sharp({
    create: {
      ...{ width: 6_000, height: 4_000, channels: 3, background: '#888' },
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer()

it('72: half a gigabyte for a server and a backup beside it: two hundred readers, large pictures and copies of what one person has', {
  timeout: 600_000,
}, async () => {
  const group = openGroup(LIMIT)
  onTestFinished(group.close)
  const copies = mkdtempSync(join(tmpdir(), 'room-copies-'))
  onTestFinished(() => rmSync(copies, { recursive: true }))
  const village = await openVillage({ people: 8, limits: group.join })
  onTestFinished(village.close)
  await village.site.start()
  const [pid] = village.site.pids()
  const file = new File([new Uint8Array(await photograph())], 'a.jpg', { type: 'image/jpeg' })

  const read = async (person: string) => {
    for (let round = 0; round < ROUNDS; round++) {
      const event = await village.read(person)
      expect(event.id).toBe('evening')
    }
  }
  const show = async (person: string) => {
    const call = callerOf(village, person)
    for (let nth = 0; nth < PICTURES / PICTURES_AT_ONCE; nth++) {
      const { icon_image_path } = await call(account.changeProfile, {
        body: formOf({ icon: file }),
      })
      expect(icon_image_path).not.toBeNull()
      const copy = await village.ask('/api/application/me/export', person)
      expect((await copy.arrayBuffer()).byteLength).toBeGreaterThan(0)
    }
  }
  const backUp = async () => {
    const program = [`${group.join} && exec "$0" "$@"`, process.execPath, 'server/backup/main.ts']
    const { dataDir } = village
    const child = spawn('sh', ['-c', ...program, copies], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(0)
  }
  const { people } = village
  await Promise.all([
    ...Array.from({ length: READERS }, (_, nth) => read(people[nth % people.length]!)),
    ...people.slice(0, PICTURES_AT_ONCE).map(show),
    backUp(),
  ])
  expect([village.site.pids(), group.killed()]).toEqual([[pid], 0])
})
