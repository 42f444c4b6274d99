import type { Caller } from '#contract/http/caller.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { MINUTE_MS } from '#contract/lib/durations.ts'
import { keyOf } from '../api/api.ts'
import { propertiesOf } from '../unknown.ts'
import { visitedKey } from './cache-rules.ts'
import type { OfflineCache } from './offline-cache.ts'
import { savesData } from './saves-data.ts'

const LIST_AGE_MS = 10 * MINUTE_MS
/** Characters of messages that one run may fetch. */
const CHARS_MAX = 500_000

/** Caches the first page of the conversations with the newest messages of each, without marking them as read. */
export async function prefetchMessages(
  cache: Pick<OfflineCache, 'read' | 'putVisited'>,
  call: Caller,
  isCurrent: () => boolean,
): Promise<void> {
  if (savesData()) return
  const list = visitedKey(keyOf(inbox.listConversations, {}))
  const known = await cache.read({ kind: 'visited', key: list })
  if (known && Date.now() - known.at <= LIST_AGE_MS) return
  const page = await call(inbox.listConversations, {})
  let left = CHARS_MAX
  for (const { id, last_at } of page.items) {
    const params = { id }
    const key = visitedKey(keyOf(inbox.getConversation, { params }))
    const copy = await cache.read({ kind: 'visited', key })
    if (copy && propertiesOf(copy.value).last_at === last_at) continue
    if (left <= 0 || !isCurrent()) return
    const value = await call(inbox.getConversation, { params, query: { ahead: '1' } })
    await cache.putVisited(key, { at: Date.now(), value })
    left -= value.messages.reduce((sum, { text }) => sum + text.length, 0)
  }
  if (!isCurrent()) return
  // Last: a run that was cut off starts again at the next start of the app.
  await cache.putVisited(list, { at: Date.now(), value: { pages: [page], pageParams: [0] } })
}
