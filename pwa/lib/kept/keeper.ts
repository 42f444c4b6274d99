import type { Query, QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/account.ts'
import { Refused, Unreachable } from '#contract/caller.ts'
import type { Event } from '#contract/events.ts'
import { OFFLINE_AFTER_MS } from '#contract/limits.ts'
import type { Asked, Keeper } from '../device.ts'
import { clearFormDrafts } from '../form-drafts.ts'
import type { Session } from '../session.tsx'
import { idKept, memberKept, VISITOR } from './database.ts'
import { deviceKeyIn } from './device-key.ts'
import { draftPicturesIn } from './drafts.ts'
import { createOutbox } from './outbox.ts'
import { stopPushes } from './pushes.ts'
import { watchOtherTabs, watchReturn } from './return.ts'
import { type Slot, slotOf } from './rules.ts'
import { keptStore, type Pages } from './store.ts'
import { fetchTickets } from './tickets.ts'

/** Keeps on this device what its user may need without a network, and shows it when nobody answers. */
export function createKeeper(session: Session, client: QueryClient): Keeper {
  const { device } = session
  const stateNow = () => session.store.get().at
  const isOffline = () => stateNow() === 'offline' && device.member() !== null
  const isLapsed = () => {
    const state = session.store.get()
    return state.at === 'offline' && state.why === 'lapsed'
  }
  /** Somebody is leaving: nothing of theirs is written any more. */
  let forgetting = false
  const store = keptStore(
    () => {
      const state = session.store.get()
      if (state.at === 'member') return state.user.id
      return state.at === 'visitor' ? VISITOR : (device.member() ?? VISITOR)
    },
    () => (forgetting ? null : device.member()),
  )
  let entered: string | null = null
  let fetching: Promise<void> | null = null

  async function fetchAll() {
    const state = session.store.get()
    if (state.at !== 'member') return
    fetching ??= fetchTickets(store, session.call, state.user).finally(() => {
      fetching = null
    })
    // Without an answer there is nothing new to keep, and the next start asks again.
    await fetching.catch((error: unknown) => console.info(error))
  }

  async function keep(query: Query) {
    const slot = slotOf(query.queryKey)
    const { data, dataUpdatedAt: at } = query.state
    if (!slot || data === undefined) return
    if (slot.kind === 'list') return store.putList(slot.shelf, (data as Pages).pages, at)
    if (slot.kind === 'item' && (slot.shelf === 'tickets' || (data as Event).joined))
      return store.putItem(slot.shelf, { at, value: data as Event })
    // An event that asked too early, as a visitor's, takes no ticket away: only the list of all can.
    return store.putSeen(seenKey(query), { at, value: firstPage(data) })
  }

  client.getQueryCache().subscribe((change) => {
    if (change.type !== 'updated' || change.action.type !== 'success') return
    if (change.action.manual || isOffline()) return
    // What was cleared away at the end of a session is nobody's any more, even if its answer still comes.
    if (client.getQueryCache().get(change.query.queryHash) !== change.query) return
    keep(change.query).catch(console.warn)
  })
  for (const query of client.getQueryCache().getAll()) keep(query).catch(console.warn)
  const outbox = createOutbox(session, client, store)
  watchReturn(session, client)
  watchOtherTabs(session)

  async function recall(): Promise<User | null> {
    // Browsers write small notes down late, and a phone may have died before.
    const id = device.member() ?? (await idKept())
    const user = id === null || forgetting ? null : await memberKept(id)
    if (user && !forgetting && device.member() === null) device.setMember(user.id)
    return user
  }
  /** The note of who is here is gone, what is kept of them is not: that is no evidence that they logged out. */
  async function findAgain() {
    if (stateNow() !== 'visitor' || device.member() !== null || device.leaving()) return
    if (await recall()) await session.start()
  }
  findAgain().catch(console.warn)

  /** Puts the copy into the query, if there is one and nothing newer is there; true where something shows now. */
  async function show(asked: Asked, slot: Slot, error: Unreachable | null): Promise<boolean> {
    const query = client.getQueryCache().find({ queryKey: asked.queryKey, exact: true })
    if (!query) return false
    if (query.state.data !== undefined) return true
    const copy =
      (await store.read(slot)) ??
      (await store.read({ kind: 'seen', key: seenKey(query), fresh: false }))
    if (!copy) return false
    if (query.state.data === undefined)
      query.setState({
        data: copy.value,
        dataUpdatedAt: copy.at,
        ...(error ? { error, status: 'error' } : { status: 'success' }),
      })
    return true
  }

  return {
    recall,
    forget() {
      forgetting = true
      clearFormDrafts()
      return Promise.all([store.sweep(), stopPushes()])
    },
    held: () => store.held(),
    keepTicket: (issued) => store.putItem('tickets', { at: Date.now(), value: issued }),
    deviceKey: () => deviceKeyIn(store),
    outbox,
    drafts: draftPicturesIn(store),
    seenRooms: async () => (await store.rooms()).toSorted((a, b) => b.at - a.at),
    fetchTickets: fetchAll,
    async remember(user: User) {
      forgetting = false
      await store.putMe(user)
      if (entered === user.id) return
      entered = user.id
      await store.sweep()
      await fetchAll()
    },

    async around(asked, call) {
      const slot = slotOf(asked.queryKey)
      if (!slot || asked.pageParam) return call()
      const noAnswer = new Unreachable('no answer')
      if (isOffline()) {
        // Without a token the answer would be a visitor's: it would take the ticket out of the page.
        const isShown = await show(asked, slot, noAnswer).catch(console.warn)
        // Whoever only has to log in again may see what visitors see, where nothing of theirs is kept.
        if (isLapsed() && !isShown) return call()
        throw noAnswer
      }
      const fresh = slot.kind === 'seen' && slot.fresh
      const late = () => show(asked, slot, fresh ? null : noAnswer).catch(console.warn)
      const timer = setTimeout(late, fresh ? 0 : OFFLINE_AFTER_MS)
      try {
        return await call()
      } catch (error) {
        if (!meansOffline(error, slot)) throw error
        throw (await show(asked, slot, noAnswer).catch(console.warn)) ? noAnswer : error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

const seenKey = ({ queryKey }: Query) => JSON.stringify(queryKey)

/** Of a list that was scrolled through, its beginning. */
function firstPage(data: unknown): unknown {
  const { pages, pageParams } = data as Partial<Pages>
  return pages && pageParams
    ? { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
    : data
}

/** A ticket outlives whatever a failing server says; what others wrote is not shown to one who may not read it now. */
function meansOffline(error: unknown, { kind }: Slot): boolean {
  if (!(error instanceof Refused)) return error instanceof Unreachable
  const { status } = error
  if (status >= 500 || status === 408 || status === 429) return true
  return kind !== 'seen' && (status === 401 || status === 403)
}
