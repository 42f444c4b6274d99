/** Preloaded into every measured server: reports the resource usage of its process on request. */
export interface Usage {
  /** Microseconds of all threads, user and system. */
  cpu: number
  /** Bytes. */
  rss: number
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: user + system, rss: process.memoryUsage.rss() } satisfies Usage)
})
process.once('disconnect', () => process.exit())
// The channel must not keep a stopped server alive.
process.channel?.unref()
