import { formOf } from '../form.ts'
import type { Things } from './cast.ts'

/** How a call is put so that only the right to it is in question. */
export interface Ask {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}
/** Whether it names something: a call that names nothing is asked once by each. */
type Asking = Ask | ((of: Things) => Ask)

const inRoom = (of: Things) => ({ params: { id: of.room } })
const inEvent = (of: Things) => ({ params: { id: of.event } })
const ofPast = (of: Things) => ({ params: { id: of.past } })
const ofTicket = (of: Things) => ({ params: { roomid: of.room, id: of.ticket } })
const ofGate = (of: Things) => ({ params: { ...ofTicket(of).params, gid: of.gate } })
const ofThread = (of: Things) => ({ params: { roomid: of.room, threadid: of.thread } })
const ofIssued = (of: Things) => ({ params: { id: of.issued } })
const byName = (of: Things) => ({ params: { name: of.room } })
/** A point of P-256 that is one. */
const someKey =
  'BOGeJWqZ094ejoMKbU1m1uzTcTk5n-KDopyfpIoKpGEO1OI8Y5FRaYIX1PoZSKoGFgwAmjQx96RIAZy4c78p1Rw'
const pay = { token: 'tok_visa' }
const NOTHING: Ask = {}

/** One for each call of the contract, by its name there. */
export const ASKS: Record<string, Asking> = {
  'account.getMe': NOTHING,
  'account.leave': { body: { password: 'not this' } },
  'account.changeProfile': { body: formOf({ about: 'い' }) },
  'account.getProfile': byName,
  'account.setNotification': {
    body: {
      event_reminder: true,
      room_news: true,
      message: true,
      payment: true,
      ticket: true,
      marketing: false,
      quiet_hours: true,
    },
  },
  'account.sendFeedback': { body: { category: 'other', text: 'い' } },
  'auth.login': { body: { email: 'fan@room.test', password: 'not this' } },
  'auth.readRefresh': NOTHING,
  'auth.refresh': NOTHING,
  'auth.logout': NOTHING,
  'auth.signUp': {
    body: {
      email: 'new@room.test',
      password: 'kakurenbo-9',
      name: 'new_one',
      display_name: 'い',
      birthY: 1990,
      birthM: 1,
      birthD: 1,
      gender: 9,
      terms: true,
    },
  },
  'auth.verifyMail': { body: { id: 'x', expires: 1, signature: 'x' } },
  'auth.requestReset': { body: { email: 'fan@room.test' } },
  'auth.verifyReset': { body: { id: 'x', expires: 1, signature: 'x' } },
  'auth.hasResetToken': NOTHING,
  'auth.setPassword': {
    body: { password: 'kakurenbo-9', password_confirmation: 'kakurenbo-9' },
  },
  'auth.listSessions': NOTHING,
  'auth.endSession': (of) => ({ params: { id: of.session } }),
  'dashboard.getProceeds': NOTHING,
  'disclosures.askDisclosure': (of) => ({
    ...byName(of),
    body: { name: '依頼者', email: 'asks@example.com', reason: '確認したい' },
  }),
  'disclosures.listDisclosures': NOTHING,
  'disclosures.disclose': (of) => ({ params: { id: of.disclosure } }),
  'disclosures.declineDisclosure': (of) => ({
    params: { id: of.disclosure },
    body: { reason: 'unclear' },
  }),
  'door.listGates': ofTicket,
  'door.createGate': (of) => ({
    ...ofTicket(of),
    body: { name: 'B入口', range: { from: 11, to: 20 } },
  }),
  'door.inviteToGate': ofGate,
  'door.revokeGate': ofGate,
  'door.claimGate': { body: { invite: 'nothing', public_key: someKey } },
  'door.workGate': (of) => ({ ...ofGate(of), body: { public_key: someKey } }),
  'door.getBundle': ofGate,
  'door.sendGateLog': (of) => ({ ...ofGate(of), body: { entries: [] } }),
  'door.listGateLog': ofTicket,
  'door.listHolders': ofTicket,
  'door.getHolder': (of) => ({ params: { ...ofTicket(of).params, hash: of.issued } }),
  'door.cancelHolder': (of) => ({ params: { ...ofTicket(of).params, issued_id: of.issued } }),
  'door.getDoorReport': ofTicket,
  'events.listEvents': NOTHING,
  'events.listJoined': NOTHING,
  'events.getEvent': inEvent,
  'events.startJoin': (of) => ({ body: { event_id: of.event, ...pay } }),
  'events.join': (of) => ({ body: { event_id: of.event } }),
  'events.setNotify': (of) => ({ ...inEvent(of), body: { on: true } }),
  'events.listOwn': NOTHING,
  'events.getOwn': inEvent,
  'events.createOwn': { body: formOf({ title: 'い' }) },
  'events.changeOwn': (of) => ({ ...inEvent(of), body: formOf({ about: 'い' }) }),
  'events.getCalendar': inEvent,
  'events.cancelOwn': ofPast,
  'inbox.listConversations': NOTHING,
  'inbox.getConversation': (of) => ({ params: { id: of.conversation } }),
  'live.getLiveUrl': inEvent,
  'live.getArchiveUrl': ofPast,
  'live.listTalk': inEvent,
  'live.followTalk': inEvent,
  'live.postTalk': (of) => ({ ...inEvent(of), body: { message: 'い' } }),
  'live.listBanned': inEvent,
  'live.banFromTalk': (of) => ({ ...inEvent(of), body: { name: 'former' } }),
  'live.unbanFromTalk': (of) => ({ ...inEvent(of), body: { name: 'former' } }),
  'live.getTalkSetting': inEvent,
  'live.putTalkSetting': (of) => ({ ...inEvent(of), body: { slow_seconds: 0, ng_words: [] } }),
  'live.deleteTalk': (of) => ({ params: { id: of.event, message_id: of.talk } }),
  'monetization.getMonetization': NOTHING,
  'monetization.submitMonetization': { body: {} },
  'monetization.changeSeller': { body: {} },
  'news.listNews': NOTHING,
  'news.readFeed': NOTHING,
  'news.getArticle': { params: { slug: 'nothing' } },
  'orders.listPayments': NOTHING,
  'orders.getReceipt': (of) => ({ params: { id: of.order } }),
  'orders.listSales': NOTHING,
  'orders.refund': (of) => ({ params: { id: of.order } }),
  'payments.listCards': NOTHING,
  'payments.saveCard': { body: pay },
  'payments.setMainCard': (of) => ({ params: { id: of.card } }),
  'payments.deleteCard': (of) => ({ params: { id: of.card } }),
  'payments.getSeller': byName,
  'payouts.listPayouts': NOTHING,
  'payouts.listFees': NOTHING,
  'payouts.getFee': { params: { month: '2026-10' } },
  'profile.follow': byName,
  'profile.unfollow': byName,
  'profile.listFollowers': byName,
  'profile.listFollowing': byName,
  'push.getKey': NOTHING,
  'push.listTokens': NOTHING,
  'push.addToken': {
    body: {
      kind: 'webpush',
      subscription: {
        endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
        keys: { p256dh: someKey, auth: 'A'.repeat(22) },
      },
    },
  },
  'push.removeToken': { body: { token: 'a'.repeat(40) } },
  'push.testToken': NOTHING,
  'push.confirm': { body: { notice: 'nothing', device: 'nothing' } },
  'reports.report': (of) => ({ body: { kind: 'thread', id: of.thread, reason: 'い' } }),
  'rooms.listRooms': NOTHING,
  'rooms.listSubscribed': NOTHING,
  'rooms.startSubscription': (of) => ({ body: { room_id: of.room, ...pay } }),
  'rooms.payArrears': (of) => ({ ...inRoom(of), body: pay }),
  'rooms.subscribe': (of) => ({ body: { room_id: of.room } }),
  'rooms.unsubscribe': inRoom,
  'rooms.createRoom': { body: formOf({ title: 'い' }) },
  'rooms.changeRoom': (of) => ({ ...inRoom(of), body: formOf({ about: 'い' }) }),
  'rooms.closeRoom': inRoom,
  'rooms.getRoom': inRoom,
  'rooms.listMembers': inRoom,
  'rooms.listStaff': inRoom,
  'rooms.addStaff': (of) => ({ ...inRoom(of), body: { name: 'former', role: 'door' } }),
  'rooms.removeStaff': (of) => ({ ...inRoom(of), body: { name: 'former', role: 'door' } }),
  'site.getConfig': NOTHING,
  'site.getText': { params: { slug: 'terms' } },
  'site.listFaq': { params: { topic: 'account' } },
  'streams.getIngest': inEvent,
  'streams.rotateKey': inEvent,
  'streams.putSource': (of) => ({ ...inEvent(of), body: { live_url: '', archive_url: '' } }),
  'streams.deleteSource': inEvent,
  'streams.setPublishment': (of) => ({ ...inEvent(of), body: { publishment_flg: 2 } }),
  'streams.deleteArchive': ofPast,
  'threads.listThreads': (of) => ({ params: { roomid: of.room } }),
  'threads.getThread': ofThread,
  'threads.listComments': ofThread,
  'tickets.listDigitalTickets': (of) => ({ params: { roomid: of.room } }),
  'tickets.getDigitalTicket': ofTicket,
  'tickets.getOwnTicket': ofTicket,
  'tickets.createTicket': (of) => ({ params: { roomid: of.room }, body: formOf({ title: 'い' }) }),
  'tickets.changeTicket': (of) => ({ ...ofTicket(of), body: formOf({ about: 'い' }) }),
  'tickets.deleteTicket': ofTicket,
  'tickets.cancelTicket': ofTicket,
  'tickets.giveTicket': (of) => ({ ...ofTicket(of), body: { name: 'former' } }),
  'tickets.startTicketJoin': (of) => ({ params: { id: of.ticket }, body: pay }),
  'tickets.joinTicket': (of) => ({ params: { id: of.ticket }, body: {} }),
  'tickets.listIssued': NOTHING,
  'tickets.bindDevice': (of) => ({ ...ofIssued(of), body: { public_key: someKey } }),
  'tickets.getIssued': ofIssued,
  'tickets.tearTicket': (of) => ({
    ...ofIssued(of),
    body: {
      id: '018f3c1e-7f1a-7c3e-9d52-0f7a4b1c2d3e',
      torn_at: '2026-11-20T03:00:00.000Z',
      sent_at: '2026-11-20T03:00:00.000Z',
    },
  }),
  'tickets.getTicketCalendar': ofTicket,
  'transfers.offer': (of) => ({ ...ofIssued(of), body: { name: 'former' } }),
  'transfers.withdraw': ofIssued,
  'transfers.listOffers': NOTHING,
  'transfers.accept': ofIssued,
  'transfers.decline': ofIssued,
}
