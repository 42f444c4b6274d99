import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Endpoint } from '#contract/http/endpoint.ts'

/** Everything that a page's origin has stored in this browser, as an attacker with the phone could read it. */
export interface Stored {
  /** By database and object store. */
  databases: Record<string, Record<string, unknown[]>>
  /** The paths in each cache. */
  caches: Record<string, string[]>
  local: Record<string, string>
  /** All of it as one text, with the bodies of cached responses. */
  text: string
}

export const storedOn = (page: Page): Promise<Stored> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const databases: Record<string, Record<string, unknown[]>> = {}
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name)
      // Deleted after it was listed: opening must not create it again.
      opening.onupgradeneeded = () => opening.transaction?.abort()
      const db = await done(opening).catch(() => null)
      if (!db) continue
      const stores: Record<string, unknown[]> = {}
      for (const store of db.objectStoreNames) {
        const all = db.transaction(store).objectStore(store)
        stores[store] = [...(await done(all.getAllKeys())), ...(await done(all.getAll()))]
      }
      db.close()
      databases[name] = stores
    }
    const cached: Record<string, string[]> = {}
    const bodies: string[] = []
    for (const name of await window.caches.keys()) {
      const cache = await window.caches.open(name)
      cached[name] = []
      for (const request of await cache.keys()) {
        cached[name].push(new URL(request.url).pathname)
        bodies.push((await (await cache.match(request))?.text()) ?? '')
      }
    }
    const local = { ...localStorage, ...sessionStorage } as Record<string, string>
    const text = JSON.stringify([databases, cached, local]) + bodies.join('\n')
    return { databases, caches: cached, local, text }
  })

/** What a script of the page gets that tries to export the key which binds tickets to this device. */
export const stealKey = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).find(({ name = '' }) =>
      /^room\.kept\.(?!visitor)/.test(name),
    )?.name
    if (!name) return 'nothing is here'
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
    })
    const stored = await new Promise<{ privateKey: CryptoKey } | undefined>((resolve) => {
      const request = db.transaction('keys').objectStore('keys').get('device')
      request.onsuccess = () => resolve(request.result)
    })
    db.close()
    if (!stored) return 'no key'
    return crypto.subtle.exportKey('jwk', stored.privateKey).then(
      () => 'exported',
      (error: Error) => error.name,
    )
  })

/** Polls a condition; does not use the test runner, so that benchmarks can use it. `failure`: the error message. */
async function until(isSo: () => Promise<boolean>, failure: () => string): Promise<void> {
  for (const late = Date.now() + TIMEOUT_MS; !(await isSo()); ) {
    if (Date.now() > late) throw new Error(failure())
    await setTimeout(POLL_MS)
  }
}

/** As `page.waitForFunction`, but awaits an async predicate, whose promise would count as true there. */
export const waitUntil = <Arg>(
  page: Page,
  predicate: (arg: Arg) => Promise<boolean>,
  arg?: Arg,
): Promise<void> =>
  until(
    () => page.evaluate(predicate as (arg: unknown) => Promise<boolean>, arg),
    () => `never true: ${predicate}`,
  )

/** Waits for the service worker that serves the app offline. */
export const waitForWorker = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })

/** Waits until no member's data is stored: a deletion ends only after all connections are closed. */
export const waitForNobody = (page: Page): Promise<void> =>
  waitUntil(page, async () => {
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name)
    const names = [...databases, ...(await caches.keys())]
    return !names.some((name) => /^room\.kept\.(?!visitor$)/.test(name))
  })

/** Waits until both kinds of tickets are cached with their pictures, and the service worker is active. */
export async function waitForTickets(page: Page): Promise<void> {
  await waitForWorker(page)
  await until(
    () => hasTickets(page),
    () => 'the tickets are not on the device',
  )
}
/** Waits until the responses of these calls are cached: leaving a page aborts pending writes. */
export async function waitForSeen(page: Page, ...calls: Endpoint[]): Promise<void> {
  let missing: string[] = []
  const areThere = async () => {
    const { databases } = await storedOn(page)
    const keys = Object.values(databases).flatMap(({ seen = [] }) => seen)
    const paths = keys.map((key) => typeof key === 'string' && JSON.parse(key)[1])
    missing = calls.map(({ path }) => path).filter((path) => !paths.includes(path))
    return missing.length === 0
  }
  await until(areThere, () => `not on the device: ${missing}`)
}

/** Waits until the page with this path is stored for the first frame of its next start. */
export const waitForSnapshot = (page: Page, path: string): Promise<void> =>
  until(
    async () =>
      Object.values((await storedOn(page)).databases).some(({ snapshots = [] }) =>
        snapshots.includes(path),
      ),
    () => `no snapshot of ${path}`,
  )

const TIMEOUT_MS = 60_000
const POLL_MS = 50

/** Pictures are cached last. */
const hasTickets = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const database = (await caches.keys()).find((name) => /^room\.kept\.(?!visitor$)/.test(name))
    if (!database) return false
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(database)
      opening.onsuccess = () => resolve(opening.result)
    })
    const values = await new Promise<object[]>((resolve) => {
      const all = [...db.objectStoreNames].includes('tickets') ? ['tickets', 'events'] : []
      if (all.length === 0) return resolve([])
      const tx = db.transaction(all)
      const requests = all.map((name) => tx.objectStore(name).getAll())
      tx.oncomplete = () => resolve(requests.flatMap(({ result }) => result as object[]))
    })
    db.close()
    const pictures = JSON.stringify(values).match(/"(?:image_path|thumbnail_image_path)":"[^"]+"/g)
    const cache = await caches.open(database)
    const match = await Promise.all(
      (pictures ?? []).map((pair) => cache.match(JSON.parse(`{${pair}}`)[pair.split('"')[1]!])),
    )
    return match.length > 0 && match.every(Boolean)
  })
