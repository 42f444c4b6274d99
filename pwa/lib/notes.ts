/** This tab's own notes, which outlive a reload. Where it may have none, what is noted lives as long as the page. */
export const note = {
  read(key: string): string | null {
    try {
      return sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string) {
    try {
      sessionStorage.setItem(key, value)
    } catch {
      // full, or not allowed
    }
  },
  drop(key: string) {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // nothing was kept
    }
  },
}
