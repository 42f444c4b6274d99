import type { DraftPictures } from '../device.ts'
import type { OfflineCache } from './cache.ts'

/** Drafts older than this are deleted with the next write. */
const TTL_MS = 24 * 60 * 60_000

/** Pictures chosen in forms that are not submitted yet. In IndexedDB, as sessionStorage is too small for them. */
export const createDraftPictures = (store: OfflineCache): DraftPictures => ({
  async put(id, file) {
    const { name, type } = file
    // Bytes instead of a File: some browsers lose stored Files in private windows.
    const bytes = await file.arrayBuffer()
    const db = await store.database()
    if (!db) throw new Error('IndexedDB is not available')
    const now = Date.now()
    const tx = db.transaction('drafts', 'readwrite')
    await tx.store.put({ at: now, value: { name, type, bytes } }, id)
    const old = IDBKeyRange.upperBound(now - TTL_MS)
    for (const key of await tx.store.index('at').getAllKeys(old)) await tx.store.delete(key)
    await tx.done
  },
  async get(id) {
    const found = (await (await store.database())?.get('drafts', id))?.value
    return found ? new File([found.bytes], found.name, { type: found.type }) : null
  },
  remove: async (id) => (await store.database())?.delete('drafts', id),
})
