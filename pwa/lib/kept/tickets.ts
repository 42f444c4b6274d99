import type { User } from '#contract/account.ts'
import type { Caller } from '#contract/caller.ts'
import { type Event, events } from '#contract/events.ts'
import { LIST_MAX } from '#contract/limits.ts'
import { type IssuedTicket, tickets } from '#contract/tickets.ts'
import type { Listed } from '#contract/types.ts'
import type { Shelf } from './database.ts'
import { mustGoOn } from './lists.ts'
import { keepPictures } from './pictures.ts'
import type { KeptStore } from './store.ts'

const calls = { tickets: tickets.listIssued, events: events.listJoined }

/** Fetches what one holds, with its pictures, so that it is here before anybody needs it. */
export async function fetchTickets(store: KeptStore, call: Caller, user: User): Promise<void> {
  const hadAny = (await isAny(store, 'tickets')) || (await isAny(store, 'events'))
  await Promise.all([fetchList(store, call, 'tickets'), fetchList(store, call, 'events')])
  const pictures = await picturesOf(store)
  // Some browsers ask their user, who may leave that open for as long as they like.
  if (!hadAny && pictures.length > 0) navigator.storage.persist().catch(console.info)
  await keepPictures(user.id, [user.icon_image_small_path, ...pictures], store.mayKeep)
}

const isAny = async (store: KeptStore, shelf: Shelf) =>
  ((await store.list(shelf))?.ids ?? []).length > 0

async function fetchList(store: KeptStore, call: Caller, shelf: Shelf) {
  const old = await store.list(shelf)
  const at = Date.now()
  const pages: Listed<IssuedTicket | Event>[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Listed<IssuedTicket | Event> = await call(calls[shelf], {
      query: { limit: LIST_MAX, offset },
    })
    pages.push(page)
    offset = pages.length > 1 || mustGoOn(old, page, at) ? page.next : null
  }
  await store.putList(shelf, pages, at)
}

/** One of each ticket that is here, null where it has none. */
async function picturesOf(store: KeptStore) {
  const { issued, joined } = await store.held()
  return [
    ...issued.map(({ ticket }) => ticket.image_path),
    ...joined.map(({ thumbnail_image_path }) => thumbnail_image_path),
  ]
}
