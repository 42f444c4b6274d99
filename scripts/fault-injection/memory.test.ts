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
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { formOf } from '#server/testing/form.ts'
import { callerOf } from '../chaos/buyer.ts'
import { createFixtures } from './fixtures.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const LIMIT = 512 * 1024 * 1024
/** On a disk: files of a folder in memory would count towards the limit. */
const onDisk = (name: string) => mkdtempSync(join('/var/tmp', name))
const READERS = 200
const ROUNDS = 15
const PICTURES_AT_ONCE = 4
const PICTURES = 24

/** A cgroup with this memory limit and no swap. Needs root on Linux. */
function createGroup(bytes: number) {
  const unified = existsSync('/sys/fs/cgroup/cgroup.controllers')
  const folder = join('/sys/fs/cgroup', unified ? '' : 'memory', `room-${process.pid}`)
  mkdirSync(folder)
  const [limit, withSwap, swap] = unified
    ? ['memory.max', 'memory.swap.max', '0']
    : ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes', String(bytes)]
  writeFileSync(join(folder, limit), String(bytes))
  if (existsSync(join(folder, withSwap))) writeFileSync(join(folder, withSwap), swap)
  return {
    /** The shell command that joins the group. */
    join: `echo $$ > ${join(folder, 'cgroup.procs')}`,
    killed: () =>
      Number(
        /^oom_kill (\d+)$/m.exec(
          readFileSync(join(folder, unified ? 'memory.events' : 'memory.oom_control'), 'utf8'),
        )![1],
      ),
    /** Only once no process is left in the group. */
    close: () => rmdirSync(folder),
  }
}

/** A picture as large as a camera's, of incompressible noise. */
const photograph = () =>
  sharp({
    create: {
      ...{ width: 6_000, height: 4_000, channels: 3, background: '#888' },
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer()

it('512 MB are enough for a server and a backup with 200 readers, large pictures and data exports (72)', {
  timeout: 600_000,
}, async () => {
  const group = createGroup(LIMIT)
  onTestFinished(group.close)
  const copies = onDisk('room-copies-')
  onTestFinished(() => rmSync(copies, { recursive: true }))
  const fixtures = await createFixtures({
    ...{ people: 8, dataDir: onDisk('room-memory-'), limits: group.join },
  })
  onTestFinished(fixtures.close)
  await fixtures.site.start()
  const [pid] = fixtures.site.pids()
  const file = new File([new Uint8Array(await photograph())], 'a.jpg', { type: 'image/jpeg' })

  const read = async (person: string) => {
    for (let round = 0; round < ROUNDS; round++) {
      const event = await fixtures.read(person)
      expect(event.id).toBe('evening')
    }
  }
  const show = async (person: string) => {
    const call = callerOf(fixtures, person)
    for (let nth = 0; nth < PICTURES / PICTURES_AT_ONCE; nth++) {
      const { icon_image_path } = await call(account.changeProfile, {
        body: formOf({ icon: file }),
      })
      expect(icon_image_path).not.toBeNull()
      const copy = await fixtures.ask('/api/application/me/export', person)
      expect((await copy.arrayBuffer()).byteLength).toBeGreaterThan(0)
    }
  }
  const backUp = async () => {
    const program = [`${group.join} && exec "$0" "$@"`, process.execPath, 'server/backup/main.ts']
    const { dataDir } = fixtures
    const child = spawn('sh', ['-c', ...program, copies], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(0)
  }
  const { people } = fixtures
  await Promise.all([
    ...Array.from({ length: READERS }, (_, nth) => read(people[nth % people.length]!)),
    ...people.slice(0, PICTURES_AT_ONCE).map(show),
    backUp(),
  ])
  expect([fixtures.site.pids(), group.killed()]).toEqual([[pid], 0])
})
