/** Reading throws as well where a browser allows a site no storage: there nothing is noted, and all else goes on. */
const safeStorage = (storage: () => Storage) => ({
  read(key: string): string | null {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string) {
    try {
      storage().setItem(key, value)
    } catch {
      // full, or not allowed
    }
  },
  remove(key: string) {
    try {
      storage().removeItem(key)
    } catch {
      // nothing was kept
    }
  },
})

/** This tab's own notes, which outlive a reload. */
export const safeSessionStorage = safeStorage(() => sessionStorage)
/** This browser's, in every tab and for as long as it keeps them. */
export const safeLocalStorage = safeStorage(() => localStorage)
