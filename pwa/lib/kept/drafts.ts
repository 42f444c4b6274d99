import type { DraftPictures } from '../device.ts'
import type { KeptStore } from './store.ts'

/** What nobody came back for. */
const KEPT_MS = 24 * 60 * 60_000

/** Pictures chosen in forms that were not sent yet: too large for the small notes of a tab. */
export const draftPicturesIn = (store: KeptStore): DraftPictures => ({
  async put(id, file) {
    const { name, type } = file
    // Bytes and no file: some browsers forget files of their private windows.
    const bytes = await file.arrayBuffer()
    const db = await store.database()
    if (!db) throw new Error('nothing can be kept here')
    const now = Date.now()
    const tx = db.transaction('drafts', 'readwrite')
    await tx.store.put({ at: now, value: { name, type, bytes } }, id)
    const old = IDBKeyRange.upperBound(now - KEPT_MS)
    for (const key of await tx.store.index('at').getAllKeys(old)) await tx.store.delete(key)
    await tx.done
  },
  async get(id) {
    const found = (await (await store.database())?.get('drafts', id))?.value
    return found ? new File([found.bytes], found.name, { type: found.type }) : null
  },
  drop: async (id) => (await store.database())?.delete('drafts', id),
})
