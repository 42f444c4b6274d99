import { configure } from '@testing-library/react'
import '#server/testing/timeouts.ts'

/** The same timeout as for other waits. */
configure({ asyncUtilTimeout: 15_000 })
