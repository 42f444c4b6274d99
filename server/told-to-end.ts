/** How long requests and work that are under way may take once the door is closed: then the process ends all the same. */
export const DRAIN_MS = 10_000

/**
 * Ends this part of Room when it is told to, once: by a signal, or because the supervisor that started it
 * (`scripts/start.mjs`) is gone, however that one ended: nobody else would stop it. To be called before anybody hears
 * that the part is up: who hears that may end it at once, and a signal that nobody listens to kills.
 */
export function whenToldToEnd(stop: () => Promise<void>): void {
  let told = false
  const end = () => {
    if (told) return
    told = true
    void stop()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end)
  if (process.env.SUPERVISED !== '1') return
  process.stdin.once('close', end)
  process.stdin.resume()
  // Listening to it is no reason to stay.
  process.stdin.unref()
}
