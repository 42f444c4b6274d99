import type { QueryClient } from '@tanstack/react-query'
import { type Caller, Refused } from '#contract/caller.ts'
import { ASK_AGAIN_MS } from '#contract/limits.ts'
import { tickets } from '#contract/tickets.ts'
import { keyOf } from '../api.ts'
import type { Outbox, Waiting } from '../device.ts'
import type { Session } from '../session.tsx'
import { createStore } from '../store.ts'
import { tellAnswer } from './answers.ts'
import type { KeptStore } from './store.ts'

/** Tells the server of one piece of work; sent again, it is the same one. */
async function tell(
  { id, at, work }: Waiting,
  call: Caller,
  store: KeptStore,
  client: QueryClient,
) {
  if (work.what !== 'tear') return tellAnswer(id, work, call, client)
  const params = { id: work.ticket }
  const body = { id, torn_at: at, sent_at: new Date().toISOString() }
  const issued = await call(tickets.tearTicket, { params, body })
  // Before the work is forgotten: at no moment does the ticket look good again.
  await store.putItem('tickets', { at: Date.now(), value: issued })
  client.setQueryData(keyOf(tickets.getIssued, { params }), issued)
  void client.invalidateQueries({ queryKey: keyOf(tickets.listIssued) })
}

/** No answer, or one that may be another in a while. */
const isPassing = (error: unknown) =>
  !(error instanceof Refused) || error.status >= 500 || [401, 408, 429].includes(error.status)

/** What was done without a network: kept on the device, and sent in order by one tab as soon as there is one. */
export function createOutbox(session: Session, client: QueryClient, store: KeptStore): Outbox {
  const waiting = createStore<readonly Waiting[] | null>(null)
  const all = async () => (await (await store.database())?.getAll('outbox')) ?? []
  // A ticket waits for this: where nothing can be read, nothing waits.
  const look = async () => waiting.set(await all().catch(() => []))
  const find = async (id: string) => {
    const db = await store.database()
    const key = await db?.getKeyFromIndex('outbox', 'id', id)
    return db && key !== undefined ? { db, key } : null
  }

  async function sendAll() {
    for (;;) {
      const next = (await all()).find(({ refused }) => refused === null)
      if (!next || session.store.get().at !== 'member') return
      try {
        await tell(next, session.call, store, client)
        await drop(next.id)
      } catch (error) {
        if (isPassing(error)) return
        const found = await find(next.id)
        await found?.db.put('outbox', { ...next, refused: wordsOf(error as Refused) }, found.key)
      }
    }
  }

  async function send() {
    // One tab alone: the order is that in which it was done.
    await navigator.locks.request('room.outbox', sendAll)
    await look()
  }
  const sendQuietly = () => {
    // Not behind the lock: another tab may hold it for as long as a network takes to say no.
    void look()
    void send().catch(console.info)
  }

  async function drop(id: string) {
    const found = await find(id)
    await found?.db.delete('outbox', found.key)
    await look()
  }

  setInterval(
    () => waiting.get()?.some(({ refused }) => refused === null) && sendQuietly(),
    ASK_AGAIN_MS,
  )
  window.addEventListener('online', sendQuietly)
  session.store.subscribe(sendQuietly)
  sendQuietly()
  return {
    waiting,
    drop,
    async add(work) {
      const db = await store.database()
      if (!db) throw new Error('nothing can be kept here')
      const entry = { id: crypto.randomUUID(), at: new Date().toISOString(), work, refused: null }
      await db.add('outbox', entry)
      await look()
      sendQuietly()
    },
  }
}

/** Of a field at fault its own words: they say what is to be written otherwise. */
const wordsOf = ({ errors, message }: Refused) => Object.values(errors).flat()[0] ?? message
