import { KEPT_PICTURES } from '#contract/limits.ts'
import { nameOf } from './database.ts'

/** Keeps these pictures for a user and lets go of the others. What cannot be had now is had the next time. */
export async function keepPictures(
  id: string,
  paths: (string | null)[],
  mayKeep: (id: string) => boolean,
): Promise<void> {
  const wanted = new Set(
    paths
      .flatMap((path) => (path ? [new URL(path, location.origin).href] : []))
      .slice(0, KEPT_PICTURES),
  )
  if (!mayKeep(id)) return
  const cache = await caches.open(nameOf(id))
  const known = new Set<string>()
  for (const request of await cache.keys())
    if (wanted.has(request.url)) known.add(request.url)
    else await cache.delete(request)
  for (const url of wanted) {
    if (known.has(url) || !mayKeep(id)) continue
    const answer = await fetch(url)
    const isPicture = answer.ok && answer.headers.get('content-type')?.startsWith('image/')
    if (isPicture && mayKeep(id)) await cache.put(url, answer)
  }
  if (!mayKeep(id)) await caches.delete(nameOf(id))
}
