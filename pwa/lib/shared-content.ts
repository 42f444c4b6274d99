import { DAY_MS } from '#contract/lib/durations.ts'
import { SHARE_FIELDS, SHARE_PATH } from '#contract/site/share-target.ts'

const CACHE = 'shared'
const STORED_AT = 'x-stored-at'

/** What another app shares; texts may be empty. */
export interface SharedContent {
  title: string
  text: string
  url: string
  files: File[]
}

/** Stores what another app shares, in place of what it shared before: for a day, also until a login. */
export async function storeShared(form: FormData): Promise<void> {
  const cache = await caches.open(CACHE)
  const headers = { [STORED_AT]: String(Date.now()) }
  await cache.put(SHARE_PATH, new Response(form, { headers }))
}

/** What was shared last; null if there is nothing, or it is older than a day. */
export async function readShared(): Promise<SharedContent | null> {
  if (!('caches' in globalThis)) return null
  const stored = await caches.match(SHARE_PATH, { cacheName: CACHE })
  if (!stored) return null
  if (Date.now() - Number(stored.headers.get(STORED_AT)) > DAY_MS) {
    await clearShared()
    return null
  }
  const form = await stored.formData()
  const textOf = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const files = form.getAll(SHARE_FIELDS.files)
  return {
    title: textOf(SHARE_FIELDS.title),
    text: textOf(SHARE_FIELDS.text),
    url: textOf(SHARE_FIELDS.url),
    files: files.filter((file) => file instanceof File),
  }
}

/** Deletes it: once it is posted or rejected, and at a logout. */
export async function clearShared(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE)
}
