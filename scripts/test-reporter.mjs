// A reporter of vitest. It prints a line for each test file as it ends, so that a long run shows how far it is, and writes
// the result of the run to the file TEST_RESULT: see `Result`. Vitest's own JSON leaves out errors outside of any test,
// and such a run ends with 1 although every test of it has passed.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * @typedef {object} Result
 * @property {number} passed @property {number} skipped
 * @property {string[]} failures a test, file or error outside of tests each, with the beginning of its reason
 * @property {{ name: string, ms: number }[]} files @property {{ name: string, ms: number }[]} tests
 */

const LINES_OF_A_REASON = 12

export default class TestReporter {
  onTestModuleEnd(module) {
    const { name, ms } = timeOf(module)
    const tests = testsOf(module).length
    if (tests === 0 && module.ok()) return // All of it is left to another run.
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

/** Without those that are left to another run by their tag: nobody skipped them. */
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

/** Each test of a file that failed, each suite whose hooks failed, and the file itself where it could not be read. */
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

/** The beginning of each reason, without the lines of packages. */
const failure = (name, errors) =>
  [name, ...errors.map(({ stack, message }) => beginning(stack || message))].join('\n')

const beginning = (text) =>
  text
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, LINES_OF_A_REASON)
    .join('\n')

const seconds = (ms) => (ms / 1000).toFixed(1).padStart(6)

/** The ten slowest of these, a line each. @param {Result['files']} timed */
export const slowest = (timed) =>
  timed
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 10)
    .map(({ name, ms }) => `   ${seconds(ms)} s  ${name}`)
    .join('\n')
