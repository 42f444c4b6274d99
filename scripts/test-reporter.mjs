// A vitest reporter. Prints a line for each finished test file, as the progress of a long run, and writes the result
// to the file TEST_RESULT: see `Result`. Vitest's own JSON omits errors outside of tests, with which a run exits with
// 1 although every test has passed.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * @typedef {object} Result
 * @property {number} passed @property {number} skipped
 * @property {string[]} failures a test, file or error outside of tests each, with the start of its message
 * @property {{ name: string, ms: number }[]} files @property {{ name: string, ms: number }[]} tests
 */

const LINES_OF_A_REASON = 60

export default class TestReporter {
  onTestModuleEnd(module) {
    const { name, ms } = timeOf(module)
    const tests = testsOf(module).length
    if (tests === 0 && module.ok()) return // All tests of the file belong to another run.
    const mark = module.ok() ? '✓' : '✗'
    console.error(`   ${mark} ${seconds(ms)} s  ${name} (${tests})`)
    for (const failure of failuresOf(module)) console.error(`\n${failure}\n`)
  }

  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap((module) => testsOf(module))
    const count = (state) => tests.filter((test) => test.result().state === state).length
    /** @type {Result} */
    const result = {
      passed: count('passed'),
      skipped: count('skipped') + count('pending'),
      failures: [...modules.flatMap(failuresOf), ...errors.map(outsideOfTests)],
      files: modules.map(timeOf),
      tests: tests.map((test) => ({
        name: `${fileOf(test.module)}: ${test.fullName}`,
        ms: test.diagnostic()?.duration ?? 0,
      })),
    }
    writeFileSync(process.env.TEST_RESULT, JSON.stringify(result))
  }
}

/** Without the tests that belong to another run by their tag, which do not count as skipped. */
const testsOf = (module) =>
  [...module.children.allTests()].filter(
    (test) => test.result().state !== 'skipped' || !test.options.tags?.includes('full'),
  )

const fileOf = (module) => relative(process.cwd(), module.moduleId)

function timeOf(module) {
  const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
    module.diagnostic()
  return {
    name: fileOf(module),
    ms: environmentSetupDuration + prepareDuration + setupDuration + collectDuration + duration,
  }
}

/** The failed tests of a file, its suites with failed hooks, and the file itself if it could not be loaded. */
const failuresOf = (module) =>
  [...module.children.allTests('failed')]
    .map((test) => failure(`${fileOf(module)}: ${test.fullName}`, test.result().errors))
    .concat(
      [module, ...module.children.allSuites()]
        .filter((suite) => suite.errors().length > 0)
        .map((suite) => failure(`${fileOf(module)}: ${suite.fullName ?? ''}`, suite.errors())),
    )

const outsideOfTests = (error) =>
  failure(`${error.VITEST_TEST_PATH ?? ''} ${error.VITEST_TEST_NAME ?? ''}, outside of tests`, [
    error,
  ])

/** The start of each error message, without stack lines of packages. */
const failure = (name, errors) =>
  [name, ...errors.map(({ stack, message }) => beginning(stack || message))].join('\n')

const beginning = (text) =>
  text
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, LINES_OF_A_REASON)
    .join('\n')

const seconds = (ms) => (ms / 1000).toFixed(1).padStart(6)

/** The ten slowest ones, a line each. @param {Result['files']} timed */
export const slowest = (timed) =>
  timed
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 10)
    .map(({ name, ms }) => `   ${seconds(ms)} s  ${name}`)
    .join('\n')
