import type { Device } from './device.ts'
import { safeSessionStorage } from './safe-storage.ts'

/** What was chosen: a picture, or that there shall be none. `lost`: chosen, and not to be had any more. */
export type ChosenPicture = File | null | 'lost' | undefined

const NONE = 'none'

/**
 * The temporary copy of the picture that somebody chose in a form: the tab remembers which, the device keeps it until
 * the form is sent or put away, or its user logs out. Nothing here ever throws. `key` names the form and its user.
 */
export function draftPicture(device: Device, key: string) {
  const drafts = async () => (await device.keeper())?.drafts
  /** One after the other: what was chosen last is what stays. */
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = (work: () => Promise<unknown>) => {
    last = last.then(work).catch(console.warn)
  }
  function forget() {
    const id = safeSessionStorage.read(key)
    safeSessionStorage.remove(key)
    if (id !== null && id !== NONE) inOrder(async () => (await drafts())?.drop(id))
  }

  return {
    /** Undefined where nothing was chosen. */
    async read(): Promise<ChosenPicture> {
      const id = safeSessionStorage.read(key)
      if (id === null) return undefined
      if (id === NONE) return null
      return (await (await drafts())?.get(id).catch(console.warn)) ?? 'lost'
    },
    /** Undefined where what is chosen is what is saved. */
    write(chosen: File | null | undefined) {
      forget()
      if (chosen === undefined) return
      const id = chosen === null ? NONE : crypto.randomUUID()
      // Before it is kept: a reload in between says that it was lost, and does not pretend that there was none.
      safeSessionStorage.write(key, id)
      if (chosen !== null) inOrder(async () => (await drafts())?.put(id, chosen))
    },
    drop: forget,
  }
}
