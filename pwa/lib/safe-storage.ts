/** Web Storage whose methods do not throw: a browser with blocked site data throws on every access, also on reads. */
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
      // quota exceeded, or storage blocked
    }
  },
  remove(key: string) {
    try {
      storage().removeItem(key)
    } catch {
      // storage blocked
    }
  },
})

export const safeSessionStorage = safeStorage(() => sessionStorage)
export const safeLocalStorage = safeStorage(() => localStorage)
