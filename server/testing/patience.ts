import { vi } from 'vitest'

/** A second, as it comes, is little where other tests and their processes have the machine. Only what fails waits so long. */
const PATIENCE_MS = 60_000

const { waitFor } = vi
vi.waitFor = (look, options) =>
  waitFor(look, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })

// What a package will do away with fails a test now, and not its next version.
process.throwDeprecation = true
