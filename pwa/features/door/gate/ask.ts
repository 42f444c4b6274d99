import { rejectForeignResponses, withTimeout } from '#pwa/lib/transport.ts'

/** A gate's phone asks by its own token, or by none: nothing of a session goes along. */
export const ask = withTimeout(rejectForeignResponses((url, init) => fetch(url, init)))
