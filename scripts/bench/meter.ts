import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Preloaded into every measured server: reports the resource usage of its process on request. */
export interface Usage {
  /** Microseconds of all threads, user and system. */
  cpu: number
  /** Bytes. */
  rss: number
  /** The longest delay of the event loop since the last report, in milliseconds. */
  delay: number
}

const loop = monitorEventLoopDelay({ resolution: 1 })
loop.enable()
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const delay = loop.max / 1e6
  loop.reset()
  process.send?.({ cpu: user + system, rss: process.memoryUsage.rss(), delay } satisfies Usage)
})
process.once('disconnect', () => process.exit())
// The channel must not keep a stopped server alive.
process.channel?.unref()
