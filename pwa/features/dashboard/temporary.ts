import type { EventValues } from './event-form.ts'

/**
 * The temporary copy of what somebody types: it outlives a reload and a lost network, in this tab, and is found again by
 * the same person alone.
 */
export function temporaryCopy(user: string, event: string | null) {
  const key = `room.event.${user}.${event ?? 'new'}`
  return {
    read(): Partial<EventValues> {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<EventValues>
      } catch {
        return {} // no storage here: what is typed lives as long as the page
      }
    },
    write(values: EventValues) {
      try {
        sessionStorage.setItem(key, JSON.stringify(values))
      } catch {
        // full, or not allowed
      }
    },
    drop() {
      try {
        sessionStorage.removeItem(key)
      } catch {
        // nothing was kept
      }
    },
  }
}
