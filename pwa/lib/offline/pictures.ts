import { CACHED_PICTURES_MAX } from '#contract/tickets/limits.ts'
import { databaseName } from './database.ts'

/** Caches these pictures for a user and deletes the others. A picture that fails to load is fetched the next time. */
export async function cachePictures(
  id: string,
  paths: (string | null)[],
  mayCache: (id: string) => boolean,
): Promise<void> {
  const urls = new Set(
    paths
      .flatMap((path) => (path ? [new URL(path, location.origin).href] : []))
      .slice(0, CACHED_PICTURES_MAX),
  )
  if (!mayCache(id)) return
  const cache = await caches.open(databaseName(id))
  const known = new Set<string>()
  for (const request of await cache.keys())
    if (urls.has(request.url)) known.add(request.url)
    else await cache.delete(request)
  for (const url of urls) {
    if (known.has(url) || !mayCache(id)) continue
    const answer = await fetch(url)
    const isPicture = answer.ok && answer.headers.get('content-type')?.startsWith('image/')
    if (isPicture && mayCache(id)) await cache.put(url, answer)
  }
  if (!mayCache(id)) await caches.delete(databaseName(id))
}
