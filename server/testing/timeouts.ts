import { vi } from 'vitest'

/** The default timeout of a second is too short on a busy machine. Only failing tests wait this long. */
const TIMEOUT_MS = 60_000

const { waitFor } = vi
vi.waitFor = (look, options) =>
  waitFor(look, typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options })

// Deprecations fail the tests now, before the package's next version.
process.throwDeprecation = true
