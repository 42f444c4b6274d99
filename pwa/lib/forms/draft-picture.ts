import type { Device } from '../device.ts'
import { safeSessionStorage } from '../safe-storage.ts'

/** A chosen picture; null: the picture was removed; 'lost': chosen, but no longer stored; undefined: no choice. */
export type ChosenPicture = File | null | 'lost' | undefined

const NONE = 'none'

/**
 * The draft of a picture field. Its id is in sessionStorage and its bytes are in IndexedDB, until the form is submitted
 * or discarded or the user logs out. No method throws. `key` names the form and its user.
 */
export function draftPicture(device: Device, key: string) {
  const drafts = async () => (await device.offlineStore())?.draftPictures
  /** Serializes the writes, so that the last choice wins. */
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = (work: () => Promise<unknown>) => {
    last = last.then(work).catch(console.warn)
  }
  function remove() {
    const id = safeSessionStorage.read(key)
    safeSessionStorage.remove(key)
    if (id !== null && id !== NONE) inOrder(async () => (await drafts())?.remove(id))
  }

  return {
    async read(): Promise<ChosenPicture> {
      const id = safeSessionStorage.read(key)
      if (id === null) return undefined
      if (id === NONE) return null
      return (await (await drafts())?.get(id).catch(console.warn)) ?? 'lost'
    },
    /** Undefined: the choice equals the saved picture. */
    write(chosen: File | null | undefined) {
      remove()
      if (chosen === undefined) return
      const id = chosen === null ? NONE : crypto.randomUUID()
      // The id before the bytes: a reload in between reads 'lost', not "no choice".
      safeSessionStorage.write(key, id)
      if (chosen !== null) inOrder(async () => (await drafts())?.put(id, chosen))
    },
    remove,
  }
}
