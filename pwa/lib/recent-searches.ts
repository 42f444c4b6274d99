import { SEARCHES_KEY } from './device.ts'
import { safeLocalStorage } from './safe-storage.ts'

const KEPT = 6

/** What was searched on this device, the latest first. It is not sent to the server. */
export const recentSearches = {
  read(): string[] {
    try {
      const kept: unknown = JSON.parse(safeLocalStorage.read(SEARCHES_KEY) ?? '[]')
      return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
    } catch {
      return []
    }
  },
  add(terms: string) {
    const others = this.read().filter((one) => one !== terms)
    safeLocalStorage.write(SEARCHES_KEY, JSON.stringify([terms, ...others].slice(0, KEPT)))
  },
  clear: () => safeLocalStorage.remove(SEARCHES_KEY),
}
