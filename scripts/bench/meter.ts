/** Preloaded into every server that is measured: it tells what its process has used so far, when asked. */
export interface Usage {
  /** Microseconds of all its threads, user and system. */
  cpu: number
  /** Bytes. */
  rss: number
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: user + system, rss: process.memoryUsage.rss() } satisfies Usage)
})
process.once('disconnect', () => process.exit())
// Asking must not keep a server alive that was told to stop.
process.channel?.unref()
