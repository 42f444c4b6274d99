import type { QueryClient } from '@tanstack/react-query'
import { type Caller, RequestError } from '#contract/caller.ts'
import { ASK_AGAIN_MS } from '#contract/limits.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { keyOf } from '../api/api.ts'
import { isConfirmed, type Session } from '../api/session.tsx'
import type { Outbox, OutboxItem } from '../device.ts'
import { createStore } from '../store.ts'
import type { OfflineCache } from './cache.ts'
import { sendThreadAction } from './thread-actions.ts'

/** Sends one item. Its id makes a repeated request idempotent. */
async function sendItem(
  { id, at, work }: OutboxItem,
  call: Caller,
  store: OfflineCache,
  client: QueryClient,
) {
  if (work.what !== 'tear') return sendThreadAction(id, work, call, client)
  const params = { id: work.ticket }
  const body = { id, torn_at: at, sent_at: new Date().toISOString() }
  const issued = await call(tickets.tearTicket, { params, body })
  // Before the item is removed from the outbox: the ticket must not look valid in between.
  await store.putItem('tickets', { at: Date.now(), value: issued })
  client.setQueryData(keyOf(tickets.getIssued, { params }), issued)
  void client.invalidateQueries({ queryKey: keyOf(tickets.listIssued) })
}

/** A retry would not help. Others are no answer, a server error, a rate limit, or an expired login. */
const isFinal = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.status < 500 && ![401, 408, 429].includes(error.status)

/** The queue of actions done offline. One tab at a time sends it, in order, once the network is back. */
export function createOutbox(session: Session, client: QueryClient, store: OfflineCache): Outbox {
  const items = createStore<readonly OutboxItem[] | null>(null)
  const all = async () => (await (await store.database())?.getAll('outbox')) ?? []
  // The ticket page waits for this value: an unreadable database counts as an empty outbox.
  const refreshItems = async () => items.set(await all().catch(() => []))
  const find = async (id: string) => {
    const db = await store.database()
    const key = await db?.getKeyFromIndex('outbox', 'id', id)
    return db && key !== undefined ? { db, key } : null
  }

  async function sendAll() {
    for (;;) {
      const next = (await all()).find(({ refused }) => refused === null)
      if (!next || !isConfirmed(session.store.get())) return
      try {
        await sendItem(next, session.call, store, client)
        await remove(next.id)
      } catch (error) {
        if (!isFinal(error)) return
        const found = await find(next.id)
        await found?.db.put('outbox', { ...next, refused: errorMessage(error) }, found.key)
      }
    }
  }

  async function send() {
    // A lock across tabs keeps the order in which the actions were done.
    await navigator.locks.request('room.outbox', sendAll)
    await refreshItems()
  }
  const sendQuietly = () => {
    // Not behind the lock: another tab may hold it until its request times out.
    void refreshItems()
    void send().catch(console.info)
  }

  async function remove(id: string) {
    const found = await find(id)
    await found?.db.delete('outbox', found.key)
    await refreshItems()
  }

  setInterval(
    () => items.get()?.some(({ refused }) => refused === null) && sendQuietly(),
    ASK_AGAIN_MS,
  )
  window.addEventListener('online', sendQuietly)
  session.store.subscribe(sendQuietly)
  sendQuietly()
  return {
    items,
    remove,
    async add(work) {
      const db = await store.database()
      if (!db) throw new Error('IndexedDB is not available')
      const entry = { id: crypto.randomUUID(), at: new Date().toISOString(), work, refused: null }
      await db.add('outbox', entry)
      await refreshItems()
      sendQuietly()
    },
  }
}

/** The message of the first field with an error, which says what to change, else the general message. */
const errorMessage = ({ errors, message }: RequestError) =>
  Object.values(errors).flat()[0] ?? message
