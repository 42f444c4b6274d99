import { genuine, patiently } from '#pwa/lib/transport.ts'

/** A gate's phone asks by its own token, or by none: nothing of a session goes along. */
export const ask = patiently(genuine((url, init) => fetch(url, init)))
