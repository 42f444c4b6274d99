import { QueryClient } from '@tanstack/react-query'
import { matchPath } from 'react-router-dom'
import { consents } from '#contract/consents/calls.ts'
import { events } from '#contract/events/calls.ts'
import { createCaller } from '#contract/http/caller.ts'
import { API_BASE } from '#contract/http/endpoint.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { type LiveUrl, live } from '#contract/live/calls.ts'
import { notifications } from '#contract/notifications/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { site } from '#contract/site/calls.ts'
import { status } from '#contract/status/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { transfers } from '#contract/transfers/calls.ts'
import { vouchers } from '#contract/vouchers/calls.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { keyOf, type Need, need } from '#pwa/lib/api/api.ts'
import { HELD } from '#pwa/lib/api/queries.ts'
import { paths } from '#pwa/lib/paths.ts'
import { type Needs, needs } from './needs.ts'
import { routes } from './routes.ts'

/** What every page of a member asks for, besides its own. */
const ALWAYS: Need[] = [
  need(site.getConfig, {}),
  need(status.getStatus, {}),
  need(consents.listConsents, {}),
]
const joinedEvents = need(events.listJoined, HELD)
const joinedRooms = need(rooms.listSubscribed, {})

const EVENT = '/community/:roomid/event/:eventid'
export const isEventPage = (pathname: string) => matchPath(EVENT, pathname) !== null

/** Data of pages that a member gets besides what a visitor gets, or that only members have, by route path. */
const ofMember: Readonly<Record<string, Needs>> = {
  [paths.home]: () => [joinedEvents, joinedRooms],
  [paths.ticketBox]: () => [
    joinedEvents,
    need(tickets.listIssued, HELD),
    need(vouchers.listVouchers, {}),
    need(transfers.listOffers, {}),
    need(waitlist.listWaits, {}),
  ],
  [paths.registeredRooms]: () => [joinedRooms],
  [paths.messages]: () => [need(inbox.listConversations, {})],
  [paths.notifications]: () => [need(notifications.listNotifications, {})],
  [EVENT]: ({ eventid: id = '' }) => [need(events.listAttendees, { params: { id } })],
  '/community/:roomid/talk/:talkid': ({ roomid = '', talkid = '' }) => [
    need(threads.listComments, { params: { roomid, threadid: talkid } }),
  ],
}

/** The data that a member's start asks for before the page is rendered. */
export function needsAt({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Need[] {
  for (const { path } of routes) {
    const match = matchPath(path, pathname)
    if (!match) continue
    const visit = [match.params, new URLSearchParams(search)] as const
    return [...(needs[path]?.(...visit) ?? []), ...(ofMember[path]?.(...visit) ?? []), ...ALWAYS]
  }
  return []
}

/** What a page that plays the stream of an event asks for besides. None if it plays none. */
export function needsOfStream(pathname: string, client: QueryClient): Need[] {
  const id = matchPath(EVENT, pathname)?.params.eventid
  if (id === undefined) return []
  const input = { params: { id } }
  const plays = (endpoint: typeof live.getLiveUrl | typeof live.getArchiveUrl) =>
    client.getQueryData<LiveUrl>(keyOf(endpoint, input))?.url !== undefined
  if (plays(live.getArchiveUrl)) return [need(live.getArchiveUrl, input)]
  if (!plays(live.getLiveUrl)) return []
  return [need(live.getLiveUrl, input), need(live.listTalk, input), need(live.getPinned, input)]
}

/** The paths of the calls for that data, below the base of the API. None of them is sent. */
export function callsOf(all: Need[]): string[] {
  const calls: string[] = []
  const record = (url: string) => {
    calls.push(url.slice(API_BASE.length))
    return new Promise<Response>(() => {})
  }
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  const call = createCaller({ fetch: record, token: () => null })
  for (const need of all) void need(client, call)
  return calls
}
