import { rejectForeignResponses, withTimeout } from '#pwa/lib/api/transport.ts'

/** The fetch of a gate's device: with its own token or none, without the session. */
export const ask = withTimeout(rejectForeignResponses((url, init) => fetch(url, init)))
