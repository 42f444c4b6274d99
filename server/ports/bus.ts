/** Messages between processes: small and fast, not stored. */
export interface Bus {
  publish: (topic: string, payload: string) => Promise<void>
  /** Returns a function that unsubscribes. */
  subscribe: (topic: string, listener: (payload: string) => void) => () => void
  close: () => Promise<void>
}

/** For a single process and tests: delivers synchronously. */
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
