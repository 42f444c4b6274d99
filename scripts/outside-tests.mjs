// A reporter of vitest: what failed outside of any test, into the file OUTSIDE_TESTS. Its report in JSON leaves that out,
// and such a run ends with 1 while every test of it has passed.
import { writeFileSync } from 'node:fs'

export default class OutsideTests {
  onTestRunEnd(_modules, errors) {
    writeFileSync(
      process.env.OUTSIDE_TESTS,
      JSON.stringify(
        errors.map(
          ({ type, stack, message, VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }) =>
            `${file ?? ''} ${test ?? ''}\n${type}: ${stack ?? message}`,
        ),
      ),
    )
  }
}
