import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { planInstall, purposeOf } from './prepare.mjs'

/** A tree as after `npm ci --omit=dev && npm run prune`, without the stamp of `npm start`. */
function tree(packages: string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'room-tree-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'scripts'))
  for (const name of ['run.mjs', 'prepare.mjs', 'steps.mjs', 'toolchain.mjs'])
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name))
  const dependencies = { one: '1.0.0', '@two/two': '1.0.0' }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies }))
  writeFileSync(join(root, 'package-lock.json'), '{}')
  writeFileSync(join(root, 'program.ts'), "console.log('ran with', process.argv[2] as string)")
  for (const name of packages) {
    mkdirSync(join(root, 'node_modules', name), { recursive: true })
    writeFileSync(join(root, 'node_modules', name, 'package.json'), '{}')
  }
  return root
}

const run = (root: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/run.mjs'), ...args], {
    encoding: 'utf8',
    // Node warns if both color variables are set. Offline, as nothing is to be downloaded.
    env: {
      ...process.env,
      NO_COLOR: undefined,
      FORCE_COLOR: undefined,
      npm_config_offline: 'true',
    },
  })

it('leaves a tree with all needed packages unchanged', () => {
  const root = tree(['one', '@two/two'])
  const { status, stdout, stderr } = run(root, 'program.ts', '--check')
  expect([status, stdout, stderr]).toEqual([0, 'ran with --check\n', ''])
  expect(existsSync(join(root, 'node_modules/.room-installed'))).toBe(false)
})

it('installs a missing package, and packages for tests on request', () => {
  for (const { status, stdout, stderr } of [
    run(tree(['one']), 'program.ts'),
    run(tree(['one', '@two/two']), '--tests', 'program.ts'),
  ]) {
    expect(stderr).toContain('Installing packages …')
    expect([status, stdout], 'there is nothing to install from').toEqual([1, ''])
    expect(stderr, 'a sentence, no stack trace').toMatch(/could not be installed.*\n {2}\S/s)
    expect(stderr).not.toMatch(/\n\s+at |A complete log/)
  }
})

it.each([
  { stamp: '', purpose: 'start', plan: ['ci', '--omit=dev'] },
  { stamp: '', purpose: 'tests', plan: ['ci'] },
  { stamp: 'lock start', purpose: 'start', plan: null },
  { stamp: 'lock start', purpose: 'tests', plan: ['install', '--no-save'] },
  { stamp: 'lock tests', purpose: 'start', plan: null },
  { stamp: 'lock tests', purpose: 'tests', plan: null },
  { stamp: 'older tests', purpose: 'start', plan: ['ci', '--omit=dev'] },
  { stamp: 'lock', purpose: 'start', plan: ['install', '--no-save'] },
] as const)(
  'an install for $purpose with the stamp "$stamp": $plan',
  ({ stamp, purpose, plan }) => {
    expect(planInstall(stamp, 'lock', purpose)).toEqual(plan)
  },
)

const one = { version: '1.0.0' }
const locked = {
  '': {},
  'node_modules/one': one,
  'node_modules/two': { ...one, dev: true },
  'node_modules/three': { ...one, optional: true },
}
it.each([
  { installed: ['one', 'two', 'three'], purpose: 'tests' },
  { installed: ['one', 'two'], purpose: 'tests' },
  { installed: ['one'], purpose: 'start' },
  { installed: ['two'], purpose: null },
])('packages that npm alone has installed, $installed, suffice for: $purpose', (tree) => {
  const installed = Object.fromEntries(tree.installed.map((name) => [`node_modules/${name}`, one]))
  expect(purposeOf(locked, installed)).toBe(tree.purpose)
})

it('packages of another version do not suffice', () => {
  expect(purposeOf(locked, { 'node_modules/one': { version: '1.0.1' } })).toBeNull()
})
