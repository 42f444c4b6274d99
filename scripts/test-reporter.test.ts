import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const VITEST = resolve(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const REPORTER = resolve(import.meta.dirname, 'test-reporter.mjs')

const CONFIG = `export default { test: { tags: [{ name: 'full' }] } }`

/** Runs vitest on test files with this content; returns the reporter's result. */
async function resultOf(files: Record<string, string>, options: string[] = []) {
  const root = mkdtempSync(join(tmpdir(), 'room-reporter-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [name, content] of Object.entries({ ...files, 'vitest.config.js': CONFIG }))
    writeFileSync(join(root, name), content)
  const file = join(root, 'result.json')
  const args = [VITEST, 'run', '--globals', `--root=${root}`, ...options]
  await promisify(execFile)(process.execPath, [...args, `--reporter=${REPORTER}`], {
    cwd: root,
    env: { ...process.env, TEST_RESULT: file },
  }).catch((error: unknown) => error)
  return JSON.parse(readFileSync(file, 'utf8'))
}

it('counts each test, and lists failures of a test, a hook, a file, and outside of tests', async () => {
  const result = await resultOf({
    'good.test.js': `it('holds', () => {}); it.skip('waits', () => {})`,
    'bad.test.js': `describe('a rule', () => it('breaks', () => { throw new Error('one') }))`,
    'hook.test.js': `describe('a suite', () => { beforeAll(() => { throw new Error('two') }); it('never runs', () => {}) })`,
    'file.test.js': `throw new Error('three')`,
    'outside.test.js': `it('goes on', () => { void Promise.reject(new Error('four')) })`,
  })
  expect(result).toMatchObject({ passed: 2, skipped: 2 })
  expect(result.failures.sort()).toEqual([
    expect.stringMatching(/outside of tests\n.*four/),
    expect.stringMatching(/^bad\.test\.js: a rule > breaks\n.*one/),
    expect.stringMatching(/^file\.test\.js: .*\n.*three/),
    expect.stringMatching(/^hook\.test\.js: a suite\n.*two/),
  ])
  expect(result.files).toHaveLength(5)
  expect(result.tests).toHaveLength(5)
})

it('leaves out tests of another run, and does not count them as skipped', async () => {
  const files = {
    'two.test.js': `it('is left', { tags: 'full' }, () => {}); it('holds', () => {})`,
    'one.test.js': `it('is left, too', { tags: 'full' }, () => {})`,
  }
  expect(await resultOf(files, ['--tags-filter=!full'])).toMatchObject({ passed: 1, skipped: 0 })
  expect(await resultOf(files)).toMatchObject({ passed: 3, skipped: 0 })
})
