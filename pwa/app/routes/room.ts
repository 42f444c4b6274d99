import type { GuardName } from '../guards.ts'
import { type Route, route } from '../route.tsx'

const guards: GuardName[] = ['room']
const pages: Route[] = [
  route('/about', 'RoomAboutPage', () => import('#pwa/pages/RoomAboutPage.tsx'), {
    layout: 'room',
    guards,
  }),
  route('/e_ticket', 'RoomTicketsPage', () => import('#pwa/pages/RoomTicketsPage.tsx'), {
    layout: 'room',
    guards,
  }),
  route('/e_ticket/:eticketid', 'RoomTicketPage', () => import('#pwa/pages/RoomTicketPage.tsx'), {
    layout: 'community',
    guards,
  }),
  route('/event', 'RoomEventsPage', () => import('#pwa/pages/RoomEventsPage.tsx'), {
    layout: 'room',
    guards,
  }),
  route('/event/:eventid', 'EventPage', () => import('#pwa/pages/EventPage.tsx'), {
    layout: 'event',
    guards: ['token-refresh'],
  }),
  route('/setting', 'RoomSettingPage', () => import('#pwa/pages/RoomSettingPage.tsx'), {
    layout: 'community',
    guards: ['member-authenticated', 'room'],
  }),
  route('/talk', 'RoomTalkPage', () => import('#pwa/pages/RoomTalkPage.tsx'), {
    layout: 'room',
    guards,
  }),
  route('/talk/:talkid', 'ThreadPage', () => import('#pwa/pages/ThreadPage.tsx'), {
    layout: 'community',
    guards,
  }),
]

/** Each page of a room has the path `/community/:roomid/…` and, for the own room, `/community/…`. */
export const roomRoutes: Route[] = [
  ...pages.map((page) => ({ ...page, path: `/community${page.path}` })),
  route('/community/:roomid', 'RoomPage', () => import('#pwa/pages/RoomPage.tsx'), {
    layout: 'room',
    guards,
  }),
  ...pages.map((page) => ({ ...page, path: `/community/:roomid${page.path}` })),
  route('/community/:roomid/seller', 'SellerPage', () => import('#pwa/pages/SellerPage.tsx'), {
    layout: 'community',
    guards,
  }),
]
