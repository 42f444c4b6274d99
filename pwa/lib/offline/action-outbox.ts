import type { QueryClient } from '@tanstack/react-query'
import { type Caller, RequestError } from '#contract/http/caller.ts'
import { ASK_AGAIN_MS } from '#contract/shared/limits.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { keyOf } from '../api/api.ts'
import { isConfirmed } from '../api/session-state.ts'
import type { Session } from '../api/user-session.ts'
import type { Outbox, OutboxAction, OutboxItem } from '../device.ts'
import { createStore, type Store } from '../store.ts'
import type { OfflineCache } from './offline-cache.ts'
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
export class ActionOutbox implements Outbox {
  readonly items: Store<readonly OutboxItem[] | null> = createStore<readonly OutboxItem[] | null>(
    null,
  )
  readonly #session: Session
  readonly #client: QueryClient
  readonly #cache: OfflineCache

  constructor(session: Session, client: QueryClient, cache: OfflineCache) {
    this.#session = session
    this.#client = client
    this.#cache = cache
    const sendWaiting = () => {
      if (this.items.get()?.some(({ refused }) => refused === null)) this.#sendQuietly()
    }
    setInterval(sendWaiting, ASK_AGAIN_MS)
    window.addEventListener('online', () => this.#sendQuietly())
    session.store.subscribe(() => this.#sendQuietly())
    this.#sendQuietly()
  }

  async add(work: OutboxAction): Promise<void> {
    const db = await this.#cache.database()
    if (!db) throw new Error('IndexedDB is not available')
    const entry = { id: crypto.randomUUID(), at: new Date().toISOString(), work, refused: null }
    await db.add('outbox', entry)
    await this.#refreshItems()
    this.#sendQuietly()
  }

  async remove(id: string): Promise<void> {
    const entry = await this.#find(id)
    await entry?.db.delete('outbox', entry.key)
    await this.#refreshItems()
  }

  async #all(): Promise<OutboxItem[]> {
    return (await (await this.#cache.database())?.getAll('outbox')) ?? []
  }

  async #find(id: string) {
    const db = await this.#cache.database()
    const key = await db?.getKeyFromIndex('outbox', 'id', id)
    return db && key !== undefined ? { db, key } : null
  }

  /** The ticket page waits for the items: an unreadable database counts as an empty outbox. */
  async #refreshItems(): Promise<void> {
    this.items.set(await this.#all().catch(() => []))
  }

  #sendQuietly(): void {
    // Not behind the lock: another tab may hold it until its request times out.
    void this.#refreshItems()
    void this.#send().catch(console.info)
  }

  async #send(): Promise<void> {
    // A lock across tabs keeps the order in which the actions were done.
    await navigator.locks.request('room.outbox', () => this.#sendAll())
    await this.#refreshItems()
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      const next = (await this.#all()).find(({ refused }) => refused === null)
      if (!next || !isConfirmed(this.#session.store.get())) return
      try {
        await sendItem(next, this.#session.call, this.#cache, this.#client)
        await this.remove(next.id)
      } catch (error) {
        if (!isFinal(error)) return
        const entry = await this.#find(next.id)
        await entry?.db.put('outbox', { ...next, refused: errorMessage(error) }, entry.key)
      }
    }
  }
}

/** The message of the first field with an error, which says what to change, else the general message. */
const errorMessage = ({ errors, message }: RequestError) =>
  Object.values(errors).flat()[0] ?? message
