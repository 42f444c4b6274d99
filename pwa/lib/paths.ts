const id = encodeURIComponent

/** The paths of all link targets. The router has their patterns. */
export const paths = {
  home: '/',
  notFound: '/404',
  beginners: '/beginners',
  openRoom: '/beginners/owner',
  completed: '/completed',
  login: '/login',
  signup: '/signup',
  resetPassword: '/reset_password',
  resetPasswordConfig: '/reset_password_config',
  help: '/help',
  helpPayment: '/help/payment',
  helpOther: '/help/other',
  terms: '/terms',
  privacy: '/privacy',
  policy: '/policy',
  takedown: '/takedown',
  legal: '/legal',
  results: (search = '', filter: Record<string, string | null> = {}) => {
    const query = Object.entries({ search, ...filter })
      .filter(([, value]) => value)
      .map(([name, value]) => `${name}=${id(value ?? '')}`)
    return query.length > 0 ? `/results?${query.join('&')}` : '/results'
  },

  account: '/account',
  addPayments: '/account/addpayments',
  myCommunity: '/account/community',
  myEvents: '/account/event',
  feedback: '/account/feedback',
  accountHelp: '/account/help',
  messages: '/account/message',
  message: (conversation: string) => `/account/message/${id(conversation)}`,
  notifications: '/account/notification',
  payments: '/account/payments',
  registeredRooms: '/account/room',
  payRoom: (room: string) => `/account/room?pay=${id(room)}`,
  ticketBox: '/account/ticketbox',
  eventTicket: (event: string) => `/account/ticketbox/event/${id(event)}`,
  digitalTicket: (ticket: string) => `/account/ticketbox/ticket/${id(ticket)}`,
  voucher: (order: string) => `/account/voucher/${id(order)}`,
  takedownInquiry: (takedown: string) => `/account/takedown/${id(takedown)}`,
  unsubscribe: '/account/unsubscribe',
  unsubscribeFix: '/account/unsubscribe_fix',
  settingAccount: '/account/setting/account_config',
  settingEmail: '/account/setting/email',
  settingPassword: '/account/setting/password',

  dashboard: '/dashboard',
  monetization: '/dashboard/monetization',
  confirmMonetization: '/dashboard/confirm_monetization',
  gate: '/gate',
  /** The secret of the link stands in its fragment. */
  companion: '/companion',
  ownTickets: '/dashboard/e_ticket',
  createTicket: '/dashboard/e_ticket/create',
  ownTicket: (ticket: string) => `/dashboard/e_ticket/${id(ticket)}`,
  /** A ticket of another user's room, at whose gates the user works. */
  ticketDoors: (room: string, ticket: string) =>
    `/dashboard/e_ticket/${id(ticket)}?room=${id(room)}`,
  myRoom: '/dashboard/myroom',
  pastEvents: '/dashboard/pastevent',
  roomMembers: '/dashboard/room_member',
  saleRecords: '/dashboard/sales',
  payoutRecords: '/dashboard/sales?list=payouts',

  admin: '/admin',

  room: (room: string) => `/community/${id(room)}`,
  roomAbout: (room: string) => `/community/${id(room)}/about`,
  roomEvents: (room: string) => `/community/${id(room)}/event`,
  roomTalk: (room: string) => `/community/${id(room)}/talk`,
  roomTickets: (room: string) => `/community/${id(room)}/e_ticket`,
  roomTicket: (room: string, ticket: string) => `/community/${id(room)}/e_ticket/${id(ticket)}`,
  seller: (room: string) => `/community/${id(room)}/seller`,
  roomSetting: (room: string) => `/community/${id(room)}/setting`,
  event: (room: string, event: string) => `/community/${id(room)}/event/${id(event)}`,
  thread: (room: string, thread: string) => `/community/${id(room)}/talk/${id(thread)}`,

  news: '/news',
  article: (slug: string) => `/news/${id(slug)}`,

  profile: (name: string) => `/${id(name)}`,
  followers: (name: string) => `/${id(name)}/followers`,
  following: (name: string) => `/${id(name)}/following`,
  profileSetting: (name: string) => `/${id(name)}/setting`,
}
