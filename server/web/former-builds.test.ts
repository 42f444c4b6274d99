import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { memoryLog } from '#server/testing/log.ts'
import { keepBuild } from './former-builds.ts'
import { mountStatic } from './static.ts'

const MINUTE_MS = 60_000

/** A data folder, and releases that are started on it one after the other. */
function openMachine(dataIn: (folder: string) => string = (folder) => join(folder, 'data')) {
  const folder = mkdtempSync(join(tmpdir(), 'room-releases-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const config = readConfig({ DATA_DIR: dataIn(folder) })
  const [clock, log] = [fakeClock(), memoryLog()]
  return {
    config,
    log,
    /** What a process that died as it began `msAgo` has left. */
    leave(part: string, msAgo: number) {
      const place = join(config.dataDir, 'builds', part)
      mkdirSync(place, { recursive: true })
      const at = new Date(clock.now().getTime() - msAgo)
      utimesSync(place, at, at)
    },
    kept: () => readdirSync(join(config.dataDir, 'builds')),
    async start(release: string) {
      const pwa = join(folder, release)
      for (const made of ['.vite', 'assets/rare']) mkdirSync(join(pwa, made), { recursive: true })
      writeFileSync(join(pwa, '.vite/manifest.json'), `{"${release}":{}}`)
      writeFileSync(join(pwa, `assets/${release}.js`), release)
      writeFileSync(join(pwa, `assets/rare/${release}.js`), `rare ${release}`)
      clock.move(MINUTE_MS)
      const app = new Hono()
      const { folders, kept } = await keepBuild({ config, clock, log }, pwa)
      mountStatic(app, pwa, folders)
      await kept
      // It goes with the release: only what was kept is there for the next.
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

it('72: gives a page of the build before its files, though that release was taken away', async () => {
  const { start, remove } = openMachine()
  await start('one')
  remove('one')
  const ask = await start('two')
  expect(await ask('one')).toBe(`${FOUND} one`)
  expect(await ask('rare/one')).toBe(`${FOUND} rare one`)
  expect(await ask('two')).toBe(`${FOUND} two`)
  expect(await ask('three')).toBe(GONE)
})

it('gives its own pages their files, though somebody has built anew where it runs', async () => {
  const said = vi.spyOn(console, 'error')
  onTestFinished(() => said.mockRestore())
  const { start, remove } = openMachine()
  const ask = await start('one')
  expect(said, 'of a copy that is not there yet').not.toHaveBeenCalled()
  remove('one')
  expect(await ask('one')).toBe(`${FOUND} one`)
  expect(await ask('two')).toBe(GONE)
})

it('keeps the five that were started last beside its own, however often one of them is', async () => {
  const { start } = openMachine()
  for (const release of ['r1', 'r2', 'r3', 'r4', 'r5', 'r6']) await start(release)
  const sixth = await start('r6')
  expect(await sixth('r1')).toBe(`${FOUND} r1`)
  await start('r1')
  const seventh = await start('r7')
  expect(await seventh('r1')).toBe(`${FOUND} r1`)
  expect(await seventh('r3')).toBe(`${FOUND} r3`)
  expect(await seventh('r2')).toBe(GONE)
})

it('leaves alone what another process is copying, though it goes by the same number: in containers all are 1', async () => {
  const { start, leave, kept, config } = openMachine()
  await start('two')
  const [two] = kept()
  const theirs = `${two}.${process.pid}.part`
  leave(theirs, -MINUTE_MS)
  rmSync(join(config.dataDir, 'builds', two!), { recursive: true })
  await start('two')
  expect(kept().toSorted()).toEqual([two, theirs])
})

it('clears away what processes have left that were killed as they began, and lets others finish', async () => {
  const { start, leave, kept } = openMachine()
  leave('one.11.part', MINUTE_MS)
  leave('one.12.part', -MINUTE_MS)
  await start('one')
  expect(kept().filter((name) => name.endsWith('.part'))).toEqual(['one.12.part'])
})

it('serves its own where there is no place to keep anything', async () => {
  const { start, config, log } = openMachine()
  writeFileSync(config.dataDir, 'a file where the folder should be')
  const ask = await start('one')
  expect(await ask('one')).toBe(`${FOUND} one`)
  expect(log.lines).toMatchObject([{ level: 'warn' }])
})

it('leaves nothing of a copy that cannot be finished, such as of names too long for where it is put', async () => {
  const LONGEST_PATH = 4_095
  const deep = (folder: string) => {
    const left = LONGEST_PATH - folder.length - 150
    return `${folder}${`/${'d'.repeat(199)}`.repeat(left / 200)}/${'d'.repeat(left % 200)}`
  }
  const { start, kept, log } = openMachine(deep)
  const long = 'r'.repeat(240)
  const ask = await start(long)
  expect(await ask(long)).toBe(`${FOUND} ${long}`)
  expect(log.lines).toMatchObject([{ level: 'warn' }])
  expect(kept()).toEqual([])
})
