import { member, type Route, route } from '../route.tsx'

const own = { layout: 'owner', guards: member } as const

export const dashboardRoutes: Route[] = [
  route('/dashboard', 'DashboardPage', () => import('#pwa/pages/DashboardPage.tsx'), own),
  route(
    '/dashboard/confirm_monetization',
    'ConfirmMonetizationPage',
    () => import('#pwa/pages/ConfirmMonetizationPage.tsx'),
    own,
  ),
  route(
    '/dashboard/e_ticket',
    'OwnTicketsPage',
    () => import('#pwa/pages/OwnTicketsPage.tsx'),
    own,
  ),
  route(
    '/dashboard/e_ticket/create',
    'CreateTicketPage',
    () => import('#pwa/pages/CreateTicketPage.tsx'),
    own,
  ),
  route(
    '/dashboard/e_ticket/:eticketid',
    'OwnTicketPage',
    () => import('#pwa/pages/OwnTicketPage.tsx'),
    own,
  ),
  route(
    '/dashboard/monetization',
    'MonetizationPage',
    () => import('#pwa/pages/MonetizationPage.tsx'),
    own,
  ),
  route('/dashboard/myroom', 'MyRoomPage', () => import('#pwa/pages/MyRoomPage.tsx'), own),
  route('/dashboard/pastevent', 'PastEventPage', () => import('#pwa/pages/PastEventPage.tsx'), own),
  route(
    '/dashboard/room_member',
    'RoomMemberPage',
    () => import('#pwa/pages/RoomMemberPage.tsx'),
    own,
  ),
  route('/dashboard/sales', 'SaleRecordsPage', () => import('#pwa/pages/SaleRecordsPage.tsx'), own),
]
