import { account } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { RequestError } from '#contract/http/caller.ts'
import { defined } from '#contract/lib/defined.ts'
import { news } from '#contract/news/calls.ts'
import { payments } from '#contract/payments/calls.ts'
import { profile } from '#contract/profile/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { serviceFee } from '#contract/service-fee/calls.ts'
import { site, type TextSlug, type Topic } from '#contract/site/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { type Need, need } from '#pwa/lib/api/api.ts'
import {
  ALL_NEWS,
  COMING,
  HEADLINES,
  OFFICIAL,
  ON_AIR,
  POPULAR,
  roomEvents,
} from '#pwa/lib/api/queries.ts'
import {
  foundEvents,
  foundPeople,
  foundRooms,
  foundTickets,
  resultFilterOf,
  shownKinds,
} from '#pwa/lib/api/result-queries.ts'
import { ANONYMOUS, goingIn } from '#pwa/lib/attendance-link.ts'

type Params = Readonly<Record<string, string | undefined>>
export type Needs = (params: Params, search: URLSearchParams) => Need[]

/** Optional data: some errors in its call do not fail the page. */
const unless =
  (isFine: (status: number) => boolean) =>
  (optionalNeed: Need): Need =>
  async (client, call, device) => {
    try {
      await optionalNeed(client, call, device)
    } catch (error) {
      if (!(error instanceof RequestError && isFine(error.status))) throw error
      // Not part of the dehydrated state: the browser then loads it itself.
      client.removeQueries({
        predicate: (query) => query.state.status === 'error' && query.getObserversCount() === 0,
      })
    }
  }

const ifItComes = unless((status) => status >= 500)
const ifFound = unless((status) => status === 404)

const text = (slug: TextSlug) => () => [need(site.getText, { params: { slug } })]
const faq = (topic: Topic) => () => [need(site.listFaq, { params: { topic } })]
const popular = () => need(rooms.listRooms, POPULAR)

/** A URL without a room means the user's own room, which the server-side renderer does not know. */
const inRoom =
  (more: (roomid: string, params: Params) => Need[] = () => []): Needs =>
  (params) =>
    params.roomid === undefined
      ? []
      : [need(rooms.getRoom, { params: { id: params.roomid } }), ...more(params.roomid, params)]
const attendeeOf = (id: string, going: string | null) =>
  going === null || going === ANONYMOUS
    ? []
    : [ifFound(need(events.getAttendee, { params: { id, name: going } }))]
const eventsOf = (roomid: string) => need(events.listEvents, roomEvents(roomid))
const threadsOf = (roomid: string) => need(threads.listThreads, { params: { roomid } })
const ticketsOf = (roomid: string) => need(tickets.listDigitalTickets, { params: { roomid } })

const ofRoom: Record<string, Needs> = {
  '/about': inRoom((roomid) => [eventsOf(roomid), threadsOf(roomid)]),
  '/e_ticket': inRoom((roomid) => [ticketsOf(roomid)]),
  '/e_ticket/:eticketid': inRoom((roomid, { eticketid = '' }) => [
    need(tickets.getDigitalTicket, { params: { roomid, id: eticketid } }),
  ]),
  '/event': inRoom((roomid) => [eventsOf(roomid), ticketsOf(roomid)]),
  '/event/:eventid': (params, search) => [
    need(events.getEvent, { params: { id: params.eventid ?? '' } }),
    ...attendeeOf(params.eventid ?? '', goingIn(search)),
    ...inRoom((roomid) => [eventsOf(roomid)])(params, new URLSearchParams()),
  ],
  '/talk': inRoom((roomid) => [threadsOf(roomid), eventsOf(roomid)]),
  '/talk/:talkid': inRoom((roomid, { talkid = '' }) => [
    need(threads.getThread, { params: { roomid, threadid: talkid } }),
  ]),
}
/** Each page of a room also has a path without the room. */
const ofRooms = Object.entries(ofRoom).flatMap(([path, needs]) => [
  [`/community${path}`, needs] as const,
  [`/community/:roomid${path}`, needs] as const,
])

const ofPerson =
  (more: (name: string) => Need[] = () => []): Needs =>
  ({ roomid: name = '' }) => [need(account.getProfile, { params: { name } }), ...more(name)]

/**
 * The data that the server loads before it renders a page, by route path. Pages behind a login are not server-rendered.
 * Of the browser's bundle only a member's start imports it, by `member-needs.ts`.
 */
export const needs: Readonly<Record<string, Needs>> = {
  '/': () => [
    need(events.listEvents, ON_AIR),
    need(events.listEvents, COMING),
    need(rooms.listRooms, OFFICIAL),
    popular(),
    ifItComes(need(news.listNews, HEADLINES)),
  ],
  '/404': () => [],
  '/beginners': () => [...text('beginners')(), popular()],
  '/beginners/owner': () => [need(serviceFee.getServiceFee, {})],
  '/completed': () => [popular()],
  '/help': faq('account'),
  '/help/payment': faq('payment'),
  '/help/other': faq('other'),
  '/legal': text('legal'),
  '/login': () => [],
  '/policy': text('policy'),
  '/privacy': text('privacy'),
  '/reset_password': () => [],
  '/results': (_, search) => {
    const filter = resultFilterOf(search)
    const shown = shownKinds(filter)
    return [
      ...(shown.rooms ? [need(rooms.listRooms, foundRooms(filter))] : []),
      ...(shown.events ? [need(events.listEvents, foundEvents(filter))] : []),
      ...(shown.tickets ? [need(tickets.listComingTickets, foundTickets(filter))] : []),
      ...(shown.people ? [need(profile.searchPeople, foundPeople(filter.terms))] : []),
    ]
  },
  '/terms': text('terms'),
  ...Object.fromEntries(ofRooms),
  '/community/:roomid': defined(ofRoom['/about'], 'the page of a room'),
  '/community/:roomid/seller': inRoom((roomid) => [
    need(payments.getSeller, { params: { name: roomid } }),
  ]),
  '/news': () => [need(news.listNews, ALL_NEWS)],
  '/news/:newsid': ({ newsid = '' }) => [need(news.getArticle, { params: { slug: newsid } })],
  '/:roomid': ofPerson((name) => [ifFound(eventsOf(name))]),
  '/:roomid/followers': ofPerson((name) => [need(profile.listFollowers, { params: { name } })]),
  '/:roomid/following': ofPerson((name) => [need(profile.listFollowing, { params: { name } })]),
}
