/** What one process tells the others: small, quick, and lost if nobody listens. */
export interface Bus {
  publish: (topic: string, payload: string) => Promise<void>
  /** Returns how to stop listening. */
  subscribe: (topic: string, listener: (payload: string) => void) => () => void
  close: () => Promise<void>
}

/** For one process, and for tests: what is published is heard at once. */
export function memoryBus(): Bus {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  return {
    async publish(topic, payload) {
      for (const listener of listeners.get(topic) ?? []) listener(payload)
    },
    subscribe(topic, listener) {
      const known = listeners.get(topic) ?? new Set()
      listeners.set(topic, known.add(listener))
      return () => known.delete(listener)
    },
    async close() {
      listeners.clear()
    },
  }
}
