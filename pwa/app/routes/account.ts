import { member, type Route, route } from '../route.tsx'

const settings = { layout: 'settings', guards: member } as const
/** They have their own header with a back link. */
const own = { layout: 'no-header', guards: member } as const
/** Also shown offline, from the cache. */
const ownOffline = { ...own, kept: true } as const

export const accountRoutes: Route[] = [
  route('/account', 'AccountPage', () => import('#pwa/pages/AccountPage.tsx'), ownOffline),
  route(
    '/account/addpayments',
    'AddPaymentsPage',
    () => import('#pwa/pages/AddPaymentsPage.tsx'),
    settings,
  ),
  route(
    '/account/community',
    'AccountCommunityPage',
    () => import('#pwa/pages/AccountCommunityPage.tsx'),
    own,
  ),
  route(
    '/account/event',
    'AccountEventPage',
    () => import('#pwa/pages/AccountEventPage.tsx'),
    ownOffline,
  ),
  route('/account/feedback', 'FeedbackPage', () => import('#pwa/pages/FeedbackPage.tsx'), own),
  route('/account/help', 'AccountHelpPage', () => import('#pwa/pages/AccountHelpPage.tsx'), own),
  route('/account/message', 'MessagesPage', () => import('#pwa/pages/MessagesPage.tsx'), {
    ...ownOffline,
    layout: 'inbox',
  }),
  route('/account/message/:id', 'MessagePage', () => import('#pwa/pages/MessagePage.tsx'), {
    ...ownOffline,
    layout: 'inbox',
  }),
  route(
    '/account/notification',
    'NotificationsPage',
    () => import('#pwa/pages/NotificationsPage.tsx'),
    ownOffline,
  ),
  route('/account/payments', 'PaymentsPage', () => import('#pwa/pages/PaymentsPage.tsx'), settings),
  route(
    '/account/room',
    'AccountRoomPage',
    () => import('#pwa/pages/AccountRoomPage.tsx'),
    ownOffline,
  ),
  route('/account/share', 'SharePage', () => import('#pwa/pages/SharePage.tsx'), own),
  route('/account/takedown/:id', 'TakedownPage', () => import('#pwa/pages/TakedownPage.tsx'), own),
  route(
    '/account/ticketbox',
    'TicketBoxPage',
    () => import('#pwa/pages/TicketBoxPage.tsx'),
    ownOffline,
  ),
  route(
    '/account/ticketbox/event/:eventid',
    'EventTicketPage',
    () => import('#pwa/pages/EventTicketPage.tsx'),
    ownOffline,
  ),
  route(
    '/account/ticketbox/ticket/:id',
    'DigitalTicketPage',
    () => import('#pwa/pages/DigitalTicketPage.tsx'),
    ownOffline,
  ),
  route(
    '/account/voucher/:id',
    'VoucherPage',
    () => import('#pwa/pages/VoucherPage.tsx'),
    ownOffline,
  ),
  route(
    '/account/unsubscribe',
    'UnsubscribePage',
    () => import('#pwa/pages/UnsubscribePage.tsx'),
    own,
  ),
  route(
    '/account/unsubscribe_fix',
    'UnsubscribeFixPage',
    () => import('#pwa/pages/UnsubscribeFixPage.tsx'),
    own,
  ),
  route(
    '/account/setting/account_config',
    'AccountConfigPage',
    () => import('#pwa/pages/AccountConfigPage.tsx'),
    settings,
  ),
  route('/account/setting/email', 'EmailPage', () => import('#pwa/pages/EmailPage.tsx'), settings),
  route(
    '/account/setting/password',
    'PasswordPage',
    () => import('#pwa/pages/PasswordPage.tsx'),
    settings,
  ),
]
