import { genuine } from '#pwa/lib/genuine.ts'
import { patiently } from '#pwa/lib/patiently.ts'

/** A gate's phone asks by its own token, or by none: nothing of a session goes along. */
export const ask = patiently(genuine((url, init) => fetch(url, init)))
