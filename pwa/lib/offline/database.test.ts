import { afterEach, expect, it, vi } from 'vitest'
import { clearDatabases, databaseName, VISITOR } from './database.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser with these databases, which opens none; jsdom has no IndexedDB. */
function aBrowser(ids: string[], caches: object) {
  const opened: string[] = []
  vi.stubGlobal('IDBRequest', EventTarget)
  vi.stubGlobal('indexedDB', {
    databases: async () => ids.map((id) => ({ name: databaseName(id) })),
    open(name: string) {
      opened.push(name)
      return new EventTarget()
    },
  })
  vi.stubGlobal('caches', caches)
  return opened
}
const forbidden = async () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

it.each([
  ['allows caches', { keys: async () => [] }],
  ['forbids caches, as in a private window', { keys: forbidden }],
])('empties the databases of those who have left in a browser that %s', async (_, caches) => {
  const opened = aBrowser(['u1', 'u2', VISITOR], caches)
  const cleared = clearDatabases((id) => id === VISITOR)
  await Promise.race([cleared, vi.waitFor(() => expect(opened).not.toEqual([]))])
  expect(opened).toEqual([databaseName('u1'), databaseName('u2')])
})
