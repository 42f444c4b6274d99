import { account } from '#contract/account/calls.ts'
import { dashboard } from '#contract/dashboard/calls.ts'
import type { Event } from '#contract/events/calls.ts'
import { events } from '#contract/events/calls.ts'
import type { Caller } from '#contract/http/caller.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { news } from '#contract/news/calls.ts'
import { notifications } from '#contract/notifications/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { payments } from '#contract/payments/calls.ts'
import { profile } from '#contract/profile/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { site, type TextSlug, type Topic } from '#contract/site/calls.ts'
import { threads } from '#contract/threads/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { vouchers } from '#contract/vouchers/calls.ts'
import { yen } from '#pwa/lib/format.ts'

export type Role = 'visitor' | 'guest' | 'fan' | 'owner' | 'operator'

/** One route as a user opens it: URL, heading, and the rows of its endpoint. */
export interface Visit {
  /** The route's path in the product document. */
  name: string
  /** The main role first, then other permitted ones. */
  as: Role[]
  url: (call: Caller) => Promise<string> | string
  heading: string | RegExp
  rows: (call: Caller) => Promise<(string | undefined)[]> | string[]
  /** The target of a redirect, if any. */
  lands?: string
  /** Its calls answer 404, which is expected. */
  missing?: true
  /** The cheaper test that shows it, too: a browser opens it only in the full run. */
  shownBy?: 'public-pages.test.ts' | 'guards.test.ts' | 'routes.test.ts'
}

const ALL: Role[] = ['visitor', 'fan', 'owner', 'operator']
const MEMBERS: Role[] = ['fan', 'owner', 'operator']
const ROOM = 'aoi'
const roomid = ROOM

const titles = (list: { items: { title: string }[] }, limit = 3) =>
  list.items.slice(0, limit).map(({ title }) => title)
const firstEvent = async (call: Caller, state?: 'live' | 'upcoming'): Promise<Event> => {
  const { items } = await call(events.listEvents, { query: { room: ROOM, state } })
  return items[0]!
}
const firstThread = async (call: Caller) =>
  (await call(threads.listThreads, { params: { roomid } })).items[0]!
const firstTicket = async (call: Caller) =>
  (await call(tickets.listDigitalTickets, { params: { roomid } })).items[0]!

/** The person's payment number of a convenience store; the demo has none, as the provider gives them. */
async function openVoucher(call: Caller): Promise<string> {
  const [own] = (await call(vouchers.listVouchers, {})).items
  if (own) return own.id
  const { items } = await call(events.listEvents, { query: { state: 'upcoming', limit: 100 } })
  // Of another room than the one in which journeys on this site look for a ticket to buy.
  const { id: event_id } = items.find(
    ({ can, konbini_days, room }) => room.id !== ROOM && can.buy && konbini_days > 0,
  )!
  const { voucher } = await call(events.startJoin, { body: { event_id, method: 'konbini' } })
  return voucher!.id
}

const fixed = (
  name: string,
  as: Role[],
  heading: Visit['heading'],
  rows: Visit['rows'],
): Visit => ({
  name,
  as,
  url: () => name,
  heading,
  rows,
})
const text = (name: string, slug: TextSlug, content: string): Visit => ({
  ...fixed(name, ALL, /./, async (call) => {
    const { title } = await call(site.getText, { params: { slug } })
    return [title, content]
  }),
  shownBy: 'public-pages.test.ts',
})
const faq = (name: string, topic: Topic): Visit => ({
  ...fixed(name, ALL, 'ヘルプ', async (call) =>
    (await call(site.listFaq, { params: { topic } })).slice(0, 3).map(({ question }) => question),
  ),
  shownBy: 'public-pages.test.ts',
})

const publicVisits: Visit[] = [
  fixed('/', ALL, 'ホーム', async (call) => [
    ...titles(await call(events.listEvents, { query: { state: 'upcoming', limit: 4 } })),
    ...titles(await call(rooms.listRooms, { query: { sort: 'popular', limit: 6 } })),
    ...titles(await call(news.listNews, { query: { limit: 4 } })),
  ]),
  { ...fixed('/404', ALL, /見つかりませんでした/, () => ['ホームへ']), missing: true },
  fixed('/beginners', ALL, /./, async (call) => [
    (await call(site.getText, { params: { slug: 'beginners' } })).title,
    ...titles(await call(rooms.listRooms, { query: { sort: 'popular' } })),
  ]),
  fixed('/beginners/owner', ALL, 'あなたのルームを開きませんか', () => ['始め方', '差引額']),
  fixed('/callback', ['visitor'], 'ログインできませんでした', () => ['ログインへ']),
  {
    ...fixed('/callback/twitter', ['visitor'], 'ログインできませんでした', () => ['ログインへ']),
    shownBy: 'routes.test.ts',
  },
  fixed('/completed', ALL, /./, async (call) =>
    titles(await call(rooms.listRooms, { query: { sort: 'popular' } })),
  ),
  faq('/help', 'account'),
  faq('/help/payment', 'payment'),
  faq('/help/other', 'other'),
  text('/legal', 'legal', '運営'),
  fixed('/login', ['visitor'], 'ログイン', () => ['パスワードを忘れたとき']),
  { ...fixed('/login', ['fan'], 'ホーム', () => []), lands: '/', shownBy: 'guards.test.ts' },
  text('/policy', 'policy', '知的財産'),
  {
    ...fixed('/pre_password_config', ['visitor'], /見つかりませんでした/, () => []),
    lands: '/404',
    shownBy: 'guards.test.ts',
  },
  text('/privacy', 'privacy', '外部送信'),
  fixed('/reset_password', ['visitor'], 'パスワードの再設定', () => ['メールアドレス']),
  {
    ...fixed('/reset_password_config', ['visitor'], /見つかりませんでした/, () => []),
    lands: '/404',
    missing: true,
  },
  fixed('/signup', ['visitor'], '新規登録', () => ['メールアドレス']),
  text('/terms', 'terms', '利用規約'),
  {
    ...fixed('/verify_mail', ['visitor'], /見つかりませんでした/, () => []),
    lands: '/404',
    shownBy: 'guards.test.ts',
  },
  {
    ...fixed('/results', ALL, '「喫茶」の検索結果', async (call) =>
      titles(await call(rooms.listRooms, { query: { search: '喫茶' } })),
    ),
    url: () => '/results?search=喫茶',
  },
]

const roomVisits: Visit[] = [
  {
    name: '/community/:roomid',
    as: ALL,
    url: () => `/community/${ROOM}`,
    heading: '夜ふかし喫茶室',
    rows: async (call) => {
      const room = await call(rooms.getRoom, { params: { id: ROOM } })
      return [room.title, room.owner.display_name]
    },
  },
  {
    name: '/community/:roomid/about',
    as: ALL,
    url: () => `/community/${ROOM}/about`,
    heading: '夜ふかし喫茶室',
    rows: async (call) => {
      const { room_menus } = await call(rooms.getRoom, { params: { id: ROOM } })
      return ['¥980/1 Month', ...room_menus.map(({ title }) => title)]
    },
  },
  {
    name: '/community/:roomid/e_ticket',
    as: ALL,
    url: () => `/community/${ROOM}/e_ticket`,
    heading: '夜ふかし喫茶室',
    rows: async (call) => titles(await call(tickets.listDigitalTickets, { params: { roomid } })),
  },
  {
    name: '/community/:roomid/e_ticket/:eticketid',
    as: ALL,
    url: async (call) => `/community/${ROOM}/e_ticket/${(await firstTicket(call)).id}`,
    heading: /./,
    rows: async (call) => [(await firstTicket(call)).venue],
  },
  {
    name: '/community/:roomid/event',
    as: ALL,
    url: () => `/community/${ROOM}/event`,
    heading: '夜ふかし喫茶室',
    rows: async (call) => titles(await call(events.listEvents, { query: { room: ROOM } }), 6),
  },
  {
    name: '/community/:roomid/event/:eventid',
    as: ALL,
    url: async (call) => `/community/${ROOM}/event/${(await firstEvent(call, 'upcoming')).id}`,
    heading: /./,
    rows: async (call) => [(await firstEvent(call, 'upcoming')).title],
  },
  {
    name: '/community/event/:eventid on air',
    as: ['fan', 'owner'],
    url: async (call) => `/community/event/${(await firstEvent(call, 'live')).id}`,
    heading: /./,
    rows: async (call) => [(await firstEvent(call, 'live')).title, 'トーク'],
  },
  {
    name: '/community/:roomid/setting',
    as: ['owner'],
    url: () => `/community/${ROOM}/setting`,
    heading: /./,
    rows: () => ['夜ふかし喫茶室'],
  },
  {
    name: '/community/:roomid/seller',
    as: ['visitor', 'fan'],
    url: () => `/community/${ROOM}/seller`,
    heading: '特定商取引法に基づく表記',
    rows: async (call) => {
      const seller = await call(payments.getSeller, { params: { name: ROOM } })
      return [seller.seller_name, seller.email]
    },
  },
  {
    name: '/community/:roomid/talk',
    as: ['fan', 'visitor', 'owner'],
    url: () => `/community/${ROOM}/talk`,
    heading: '夜ふかし喫茶室',
    rows: async (call) => titles(await call(threads.listThreads, { params: { roomid } }), 6),
  },
  {
    name: '/community/:roomid/talk/:talkid',
    as: ['fan', 'visitor', 'owner'],
    url: async (call) => `/community/${ROOM}/talk/${(await firstThread(call)).id}`,
    heading: /./,
    rows: async (call) => [(await firstThread(call)).title],
  },
  ...['about', 'e_ticket', 'event', 'talk'].map(
    (page): Visit => ({
      name: `/community/${page}`,
      as: ['owner'],
      url: () => `/community/${page}`,
      heading: /./,
      rows: () => ['夜ふかし喫茶室'],
      shownBy: 'routes.test.ts',
    }),
  ),
  {
    name: '/community/e_ticket/:eticketid',
    as: ['owner'],
    url: async (call) => `/community/e_ticket/${(await firstTicket(call)).id}`,
    heading: /./,
    rows: async (call) => [(await firstTicket(call)).venue],
    shownBy: 'routes.test.ts',
  },
  {
    name: '/community/talk/:talkid',
    as: ['owner'],
    url: async (call) => `/community/talk/${(await firstThread(call)).id}`,
    heading: /./,
    rows: async (call) => [(await firstThread(call)).title],
    shownBy: 'routes.test.ts',
  },
  {
    name: '/community/setting',
    as: ['owner'],
    url: () => '/community/setting',
    heading: /./,
    rows: () => ['夜ふかし喫茶室'],
    shownBy: 'routes.test.ts',
  },
  {
    name: '/community/talk without a room of one’s own',
    as: ['guest'],
    url: () => '/community/talk',
    heading: /./,
    rows: () => [],
    lands: '/dashboard/myroom',
    shownBy: 'guards.test.ts',
  },
]

const accountVisits: Visit[] = [
  fixed('/account', MEMBERS, /./, async (call) => [
    (await call(account.getMe, {})).display_name,
    'ログアウト',
  ]),
  fixed('/account/addpayments', ['fan'], /./, async (call) =>
    (await call(payments.listCards, {})).map(({ last4 }) => last4),
  ),
  fixed('/account/community', MEMBERS, /./, async (call) =>
    titles(await call(rooms.listSubscribed, {})),
  ),
  fixed('/account/event', ['fan'], /./, async (call) => titles(await call(events.listJoined, {}))),
  fixed('/account/feedback', MEMBERS, /./, () => ['種類']),
  fixed('/account/help', MEMBERS, /ヘルプ/, () => ['お支払い']),
  fixed('/account/message', ['fan', 'owner'], /メッセージ|やりとりを選んで/, async (call) =>
    titles(await call(inbox.listConversations, {})),
  ),
  {
    name: '/account/message/:id',
    as: ['fan', 'owner'],
    url: async (call) => {
      const { items } = await call(inbox.listConversations, {})
      return `/account/message/${items[0]!.id}`
    },
    heading: /./,
    rows: async (call) => {
      const { items } = await call(inbox.listConversations, {})
      return [items[0]!.with?.display_name ?? items[0]!.title, items[0]!.last_text]
    },
  },
  fixed('/account/notification', ['fan', 'owner'], '通知', async (call) => {
    const { items } = await call(notifications.listNotifications, {})
    return items.slice(0, 3).map(({ title }) => title)
  }),
  fixed('/account/payments', ['fan'], /./, async (call) => {
    const { items } = await call(orders.listPayments, {})
    return items.slice(0, 4).flatMap(({ subject, amount }) => [subject.title, yen(amount)])
  }),
  fixed('/account/room', ['fan'], /./, async (call) =>
    titles(await call(rooms.listSubscribed, {})),
  ),
  fixed('/account/share', MEMBERS, /./, () => ['共有された内容はありません']),
  fixed('/account/ticketbox', ['fan'], /チケットボックス/, async (call) => {
    const { items } = await call(tickets.listIssued, {})
    return items.filter(({ status }) => status === 'valid').map(({ ticket }) => ticket.title)
  }),
  {
    name: '/account/ticketbox/event/:eventid',
    as: ['fan'],
    url: async (call) => {
      const { items } = await call(events.listJoined, {})
      return `/account/ticketbox/event/${items[0]!.id}`
    },
    heading: /./,
    rows: async (call) => titles(await call(events.listJoined, {}), 1),
  },
  {
    name: '/account/ticketbox/ticket/:id',
    as: ['fan'],
    url: async (call) => {
      const { items } = await call(tickets.listIssued, {})
      return `/account/ticketbox/ticket/${items[0]!.id}`
    },
    heading: /./,
    rows: async (call) => {
      const { items } = await call(tickets.listIssued, {})
      return [items[0]!.number, items[0]!.holder_name]
    },
  },
  {
    name: '/account/voucher/:id',
    as: ['fan'],
    url: async (call) => `/account/voucher/${await openVoucher(call)}`,
    heading: /./,
    rows: async (call) => {
      const { items } = await call(vouchers.listVouchers, {})
      return [items[0]!.product.title, yen(items[0]!.amount)]
    },
  },
  fixed('/account/unsubscribe', ['fan'], /./, async (call) => [
    `${(await call(rooms.listSubscribed, {})).items.length}件`,
  ]),
  fixed('/account/unsubscribe_fix', ['fan'], /./, () => []),
  fixed('/account/setting/account_config', MEMBERS, /./, () => ['通知']),
  fixed('/account/setting/email', MEMBERS, /./, async (call) => [
    (await call(account.getMe, {})).email,
  ]),
  fixed('/account/setting/password', MEMBERS, /./, async () => ['ログアウト']),
  {
    name: '/account as nobody',
    as: ['visitor'],
    url: () => '/account/ticketbox',
    heading: 'ログイン',
    rows: () => [],
    lands: '/login',
    shownBy: 'guards.test.ts',
  },
]

const dashboardVisits: Visit[] = [
  fixed('/dashboard', ['owner'], /./, async (call) => [
    yen((await call(dashboard.getProceeds, {})).today.profit),
  ]),
  fixed('/dashboard/confirm_monetization', ['owner'], /./, () => []),
  fixed('/dashboard/e_ticket', ['owner'], /./, async (call) =>
    titles(await call(tickets.listDigitalTickets, { params: { roomid } })),
  ),
  fixed('/dashboard/e_ticket/create', ['owner'], /./, () => []),
  {
    name: '/dashboard/e_ticket/:eticketid',
    as: ['owner'],
    url: async (call) => `/dashboard/e_ticket/${(await firstTicket(call)).id}`,
    heading: /./,
    rows: async (call) => [(await firstTicket(call)).title],
  },
  fixed('/dashboard/monetization', ['owner'], /./, () => []),
  fixed('/dashboard/myroom', ['owner', 'guest'], /./, () => []),
  fixed('/dashboard/pastevent', ['owner'], /./, async (call) => {
    const { items } = await call(events.listOwn, {})
    return items
      .filter((event) => event.publishment_flg === 3)
      .slice(0, 2)
      .map(({ title }) => title)
  }),
  fixed('/dashboard/room_member', ['owner'], /./, async (call) => {
    const { items } = await call(rooms.listMembers, { params: { id: ROOM } })
    return items.slice(0, 4).map(({ display_name }) => display_name)
  }),
  fixed('/dashboard/sales', ['owner'], /./, async (call) => {
    const { items } = await call(orders.listSales, {})
    return items.slice(0, 3).map(({ buyer }) => buyer.display_name)
  }),
]

const otherVisits: Visit[] = [
  fixed('/news', ALL, 'お知らせ', async (call) => titles(await call(news.listNews, {}), 8)),
  {
    name: '/news/:newsid',
    as: ALL,
    url: async (call) => `/news/${(await call(news.listNews, {})).items[0]!.slug}`,
    heading: /./,
    rows: async (call) => {
      const { items } = await call(news.listNews, {})
      return [items[0]!.title, items[0]!.lead]
    },
  },
  {
    name: '/:roomid',
    as: ALL,
    url: () => `/${ROOM}`,
    heading: /./,
    rows: async (call) => {
      const person = await call(account.getProfile, { params: { name: ROOM } })
      return [person.display_name, person.room?.title]
    },
  },
  {
    name: '/:roomid/followers',
    as: ALL,
    url: () => `/${ROOM}/followers`,
    heading: /./,
    rows: async (call) => {
      const { items } = await call(profile.listFollowers, { params: { name: ROOM } })
      return items.slice(0, 3).map(({ display_name }) => display_name)
    },
  },
  {
    name: '/:roomid/following',
    as: ALL,
    url: () => `/${ROOM}/following`,
    heading: /./,
    rows: async (call) => {
      const { items } = await call(profile.listFollowing, { params: { name: ROOM } })
      return items.slice(0, 3).map(({ display_name }) => display_name)
    },
  },
  {
    name: '/:roomid/setting',
    as: ['owner'],
    url: () => `/${ROOM}/setting`,
    heading: /./,
    rows: async (call) => [(await call(account.getMe, {})).display_name],
  },
  {
    name: 'nowhere',
    as: ['visitor'],
    url: () => '/a/b/c',
    heading: /見つかりませんでした/,
    rows: () => [],
    missing: true,
    shownBy: 'public-pages.test.ts',
  },
]

export const visits: Visit[] = [
  ...publicVisits,
  ...roomVisits,
  ...accountVisits,
  ...dashboardVisits,
  ...otherVisits,
]
