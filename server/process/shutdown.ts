/** How long open requests and running work may take after the listener is closed. The process exits then in any case. */
export const DRAIN_MS = 10_000

/**
 * Calls `stop` once, on SIGTERM, on SIGINT, or when the supervisor that started this process (`scripts/start.mjs`) is
 * gone: its pipe to our stdin closes. Register it before the process reports that it is ready: a supervisor may stop it
 * at once, and a signal without a listener kills.
 */
export function onShutdown(stop: () => Promise<void>): void {
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    void stop()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end)
  if (process.env.SUPERVISED !== '1') return
  process.stdin.once('close', end)
  process.stdin.resume()
  // A listener on stdin must not keep the process alive.
  process.stdin.unref()
}
