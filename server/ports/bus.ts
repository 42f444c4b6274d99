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

/** Topics whose payload is the id of an event. */
/** Somebody's right to watch it may have changed: a refund, a ban, a ticket. */
export const RIGHTS_CHANGED = 'rights'
/** Its stream began, dropped, came back or ended. */
export const STREAM_CHANGED = 'stream'
