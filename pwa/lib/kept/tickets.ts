import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/account.ts'
import type { Caller } from '#contract/caller.ts'
import { type Event, events } from '#contract/events.ts'
import { LIST_MAX } from '#contract/limits.ts'
import { rooms } from '#contract/rooms.ts'
import { type IssuedTicket, tickets } from '#contract/tickets.ts'
import type { Listed } from '#contract/types.ts'
import { need } from '../api.ts'
import type { Shelf } from './database.ts'
import { mustGoOn } from './lists.ts'
import { keepPictures } from './pictures.ts'
import type { KeptStore } from './store.ts'

const calls = { tickets: tickets.listIssued, events: events.listJoined }
/** Rooms whose colour the tickets wear. */
const ROOMS_MAX = 12

/** Fetches what one holds, with its pictures and the colours of its rooms, so that it is here before anybody needs it. */
export async function fetchTickets(
  store: KeptStore,
  call: Caller,
  client: QueryClient,
  user: User,
): Promise<void> {
  const hadAny = (await isAny(store, 'tickets')) || (await isAny(store, 'events'))
  await Promise.all([fetchList(store, call, 'tickets'), fetchList(store, call, 'events')])
  const held = await heldOf(store)
  // Some browsers ask their user, who may leave that open for as long as they like.
  if (!hadAny && held.length > 0) navigator.storage.persist().catch(console.info)
  const pictures = held.map(({ picture }) => picture)
  await keepPictures(user.id, [user.icon_image_small_path, ...pictures], store.mayKeep)
  const roomIds = [...new Set(held.map(({ room }) => room))].slice(0, ROOMS_MAX)
  // Without its room's colour a ticket is a ticket still.
  await Promise.allSettled(
    roomIds.map((id) => need(rooms.getRoom, { params: { id } })(client, call)),
  )
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

async function heldOf(store: KeptStore) {
  const { issued, joined } = await store.held()
  return [
    ...issued.map(({ ticket }) => ({ picture: ticket.image_path, room: ticket.room.id })),
    ...joined.map(({ thumbnail_image_path, room }) => ({
      picture: thumbnail_image_path,
      room: room.id,
    })),
  ]
}
