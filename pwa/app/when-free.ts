import { flags } from '#pwa/lib/flags.ts'

/** Now, or once the form or sheet that is open has been closed: nothing is taken away under somebody's fingers. */
export function whenFree(then: () => void) {
  if (!flags.get().modal_open) return then()
  const stop = flags.subscribe(() => {
    if (flags.get().modal_open) return
    stop()
    whenFree(then)
  })
}
