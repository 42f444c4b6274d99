import { events } from '#contract/events.ts'
import { payments } from '#contract/payments.ts'
import { rooms } from '#contract/rooms.ts'
import { threads } from '#contract/threads.ts'
import { tickets } from '#contract/tickets.ts'
import { type Need, need } from '#pwa/lib/api.ts'
import { roomEvents } from '#pwa/lib/queries.ts'
import type { GuardName } from '../guards.ts'
import { type Route, route } from '../route.tsx'

type Params = Readonly<Record<string, string | undefined>>

const guards: GuardName[] = ['room']
/** Without a room in the URL it is one's own, which the server cannot know. */
const inRoom =
  (more: (roomid: string, params: Params) => Need[] = () => []) =>
  (params: Params) =>
    params.roomid === undefined
      ? []
      : [need(rooms.getRoom, { params: { id: params.roomid } }), ...more(params.roomid, params)]

const threadList = inRoom((roomid) => [
  need(threads.listThreads, { params: { roomid } }),
  need(events.listEvents, roomEvents(roomid)),
])
const eventList = inRoom((roomid) => [need(events.listEvents, roomEvents(roomid))])
const ticketList = (roomid: string) => need(tickets.listDigitalTickets, { params: { roomid } })

const pages: Route[] = [
  route('/about', 'RoomAboutPage', () => import('#pwa/pages/RoomAboutPage.tsx'), {
    layout: 'room',
    guards,
    needs: eventList,
  }),
  route('/e_ticket', 'RoomTicketsPage', () => import('#pwa/pages/RoomTicketsPage.tsx'), {
    layout: 'room',
    guards,
    needs: inRoom((roomid) => [ticketList(roomid)]),
  }),
  route('/e_ticket/:eticketid', 'RoomTicketPage', () => import('#pwa/pages/RoomTicketPage.tsx'), {
    layout: 'community',
    guards,
    needs: inRoom((roomid, { eticketid = '' }) => [
      need(tickets.getDigitalTicket, { params: { roomid, id: eticketid } }),
    ]),
  }),
  route('/event', 'RoomEventsPage', () => import('#pwa/pages/RoomEventsPage.tsx'), {
    layout: 'room',
    guards,
    needs: inRoom((roomid) => [need(events.listEvents, roomEvents(roomid)), ticketList(roomid)]),
  }),
  route('/event/:eventid', 'EventPage', () => import('#pwa/pages/EventPage.tsx'), {
    layout: 'event',
    guards: ['token-refresh'],
    needs: ({ eventid = '', roomid }) => [
      need(events.getEvent, { params: { id: eventid } }),
      ...(roomid
        ? [
            need(rooms.getRoom, { params: { id: roomid } }),
            need(events.listEvents, roomEvents(roomid)),
          ]
        : []),
    ],
  }),
  route('/setting', 'RoomSettingPage', () => import('#pwa/pages/RoomSettingPage.tsx'), {
    layout: 'community',
    guards: ['member-authenticated', 'room'],
  }),
  route('/talk', 'RoomTalkPage', () => import('#pwa/pages/RoomTalkPage.tsx'), {
    layout: 'room',
    guards,
    needs: threadList,
  }),
  route('/talk/:talkid', 'ThreadPage', () => import('#pwa/pages/ThreadPage.tsx'), {
    layout: 'community',
    guards,
    needs: inRoom((roomid, { talkid = '' }) => [
      need(threads.getThread, { params: { roomid, threadid: talkid } }),
    ]),
  }),
]

/** Each page of a room stands under `/community/:roomid` and, without the room, under `/community`. */
export const roomRoutes: Route[] = [
  ...pages.map((page) => ({ ...page, path: `/community${page.path}` })),
  route('/community/:roomid', 'RoomPage', () => import('#pwa/pages/RoomPage.tsx'), {
    layout: 'room',
    guards,
    needs: eventList,
  }),
  ...pages.map((page) => ({ ...page, path: `/community/:roomid${page.path}` })),
  route('/community/:roomid/seller', 'SellerPage', () => import('#pwa/pages/SellerPage.tsx'), {
    layout: 'community',
    guards,
    needs: inRoom((roomid) => [need(payments.getSeller, { params: { name: roomid } })]),
  }),
]
