import { configure } from '@testing-library/react'
import '#server/testing/timeouts.ts'

/** Below a test's own timeout, so that a failure shows the page. On a busy machine a part that is loaded takes seconds. */
configure({ asyncUtilTimeout: 50_000 })
