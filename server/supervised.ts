/** A part that was started by the supervisor (`scripts/start.mjs`) ends with it, however that one ended: nobody else would stop it. */
export function endWithSupervisor(stop: () => void): void {
  if (process.env.SUPERVISED !== '1') return
  process.stdin.once('close', stop)
  process.stdin.resume()
  // Listening to it is no reason to stay.
  process.stdin.unref()
}
