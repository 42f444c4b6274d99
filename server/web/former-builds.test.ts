import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, it, onTestFinished, vi } from 'vitest'
import { MINUTE_MS } from '#contract/lib/durations.ts'
import { readConfig } from '#server/config/config.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { memoryLog } from '#server/testing/log.ts'
import { archiveBuild } from './former-builds.ts'
import { mountStatic } from './static.ts'

/** A data folder, and releases that are started on it in turn. */
function createCheckout(dataIn: (folder: string) => string = (folder) => join(folder, 'data')) {
  const folder = mkdtempSync(join(tmpdir(), 'room-releases-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const config = readConfig({ DATA_DIR: dataIn(folder) })
  const [clock, log] = [fakeClock(), memoryLog()]
  return {
    config,
    log,
    /** Leaves the files of a process that died during its start `msAgo`. */
    leave(part: string, msAgo: number) {
      const place = join(config.dataDir, 'builds', part)
      mkdirSync(place, { recursive: true })
      const at = new Date(clock.now().getTime() - msAgo)
      utimesSync(place, at, at)
    },
    kept: () => readdirSync(join(config.dataDir, 'builds')),
    async start(release: string) {
      const pwa = join(folder, release)
      for (const subfolder of ['.vite', 'assets/rare'])
        mkdirSync(join(pwa, subfolder), { recursive: true })
      writeFileSync(join(pwa, '.vite/manifest.json'), `{"${release}":{}}`)
      writeFileSync(join(pwa, `assets/${release}.js`), release)
      writeFileSync(join(pwa, `assets/rare/${release}.js`), `rare ${release}`)
      clock.move(MINUTE_MS)
      const app = new Hono()
      const { folders, archived } = await archiveBuild({ config, clock, log }, pwa)
      mountStatic(app, pwa, folders)
      await archived
      // Deleted with its release: the next one has only the copies.
      return async (name: string) => {
        const answer = await app.request(`/assets/${name}.js`)
        return `${answer.status} ${answer.headers.get('cache-control')} ${await answer.text()}`
      }
    },
    remove: (release: string) => rmSync(join(folder, release), { recursive: true }),
  }
}
const FOUND = '200 public, max-age=31536000, immutable'
const GONE = '404 no-store '

it('page of a former build gets its files after that release was removed (72)', async () => {
  const { start, remove } = createCheckout()
  await start('one')
  remove('one')
  const ask = await start('two')
  expect(await ask('one')).toBe(`${FOUND} one`)
  expect(await ask('rare/one')).toBe(`${FOUND} rare one`)
  expect(await ask('two')).toBe(`${FOUND} two`)
  expect(await ask('three')).toBe(GONE)
})

it('running build serves its own files, though its folder was rebuilt', async () => {
  const consoleError = vi.spyOn(console, 'error')
  onTestFinished(() => consoleError.mockRestore())
  const { start, remove } = createCheckout()
  const ask = await start('one')
  expect(consoleError, 'of a copy that is not there yet').not.toHaveBeenCalled()
  remove('one')
  expect(await ask('one')).toBe(`${FOUND} one`)
  expect(await ask('two')).toBe(GONE)
})

it('five most recently started builds are kept besides the own one, however often one is started', async () => {
  const { start } = createCheckout()
  for (const release of ['r1', 'r2', 'r3', 'r4', 'r5', 'r6']) await start(release)
  const sixth = await start('r6')
  expect(await sixth('r1')).toBe(`${FOUND} r1`)
  await start('r1')
  const seventh = await start('r7')
  expect(await seventh('r1')).toBe(`${FOUND} r1`)
  expect(await seventh('r3')).toBe(`${FOUND} r3`)
  expect(await seventh('r2')).toBe(GONE)
})

it('copy in progress by another process with the same pid is left alone: in containers all are 1', async () => {
  const { start, leave, kept: storedBuilds, config } = createCheckout()
  await start('two')
  const [two] = storedBuilds()
  const otherPart = `${two}.${process.pid}.part`
  leave(otherPart, -MINUTE_MS)
  rmSync(join(config.dataDir, 'builds', two!), { recursive: true })
  await start('two')
  expect(storedBuilds().toSorted()).toEqual([two, otherPart])
})

it('leftovers of processes killed during their start are removed, copies in progress stay', async () => {
  const { start, leave, kept: storedBuilds } = createCheckout()
  leave('one.11.part', MINUTE_MS)
  leave('one.12.part', -MINUTE_MS)
  await start('one')
  expect(storedBuilds().filter((name) => name.endsWith('.part'))).toEqual(['one.12.part'])
})

it('own files are served if copies cannot be stored', async () => {
  const { start, config, log } = createCheckout()
  writeFileSync(config.dataDir, 'a file where the folder should be')
  const ask = await start('one')
  expect(await ask('one')).toBe(`${FOUND} one`)
  expect(log.lines).toMatchObject([{ level: 'warn' }])
})

it('failed copy, e.g. because of too long file names, leaves nothing', async () => {
  const LONGEST_PATH = 4_095
  const deep = (folder: string) => {
    const left = LONGEST_PATH - folder.length - 150
    return `${folder}${`/${'d'.repeat(199)}`.repeat(left / 200)}/${'d'.repeat(left % 200)}`
  }
  const { start, kept: storedBuilds, log } = createCheckout(deep)
  const long = 'r'.repeat(240)
  const ask = await start(long)
  expect(await ask(long)).toBe(`${FOUND} ${long}`)
  expect(log.lines).toMatchObject([{ level: 'warn' }])
  expect(storedBuilds()).toEqual([])
})
