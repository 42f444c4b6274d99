import { ONLINE } from '#contract/events/messages.ts'
import type { Email } from '#server/ports/mail.ts'
import type { EmailOf } from './copy.ts'
import { type MailObject, subjectOf } from './object.ts'

const url = 'https://room.example/verify_mail?id=a&expires=1&signature=b'
const at = '2026-11-20T15:30:00.000Z'
const soon = '2026-12-20T15:30:00.000Z'
const room = '夜ふかし喫茶室'
const roomId = 'aoi'
const event = '秋の夜'
const entry = '冬のはじまり'

type Samples = { [K in Email['letter']]: Omit<EmailOf<K>, 'letter'>[] }

const feeChange = {
  before: 10,
  percent: 12,
  from: '2027-01-01',
  reason: '配信設備を増やすため',
}

const voucher = {
  voucherId: 'id2',
  amount: 1_980,
  expires: soon,
  stores: [
    { store: 'familymart', payment_code: '123456', confirmation_number: '09012345678' },
    { store: 'lawson', payment_code: '234567', confirmation_number: '09012345678' },
    { store: 'ministop', payment_code: '345678', confirmation_number: '09012345678' },
    { store: 'seicomart', payment_code: '456789', confirmation_number: null },
  ],
}

const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const drawn = { kind: 'digital_ticket' as const, room: 'aoi', id: 'entry' }

const moved = { title: entry, number: 'A 012', ticketId: 'id1', device: 'iPhone・Safari' }

/** Every email in each variant, for previews and tests. */
const samples: Samples = {
  signUp: [{ url }, { name: 'kaede', url }, { name: 'kaede', url, by: 'LINE' }],
  alreadyRegistered: [{}],
  resetPassword: [{ url }],
  passwordChanged: [
    { at, stays: false },
    { at, stays: true },
  ],
  changeEmail: [{ url }],
  emailTaken: [{}],
  emailChangeAsked: [{ at }],
  emailChanged: [{ at }],
  newDevice: [{ device: 'iPhone・Safari', at }],
  passkeyAdded: [{ name: 'わたしの電話', at }],
  passkeyRemoved: [{ name: 'わたしの電話', at }],
  passkeyCopied: [{ name: 'わたしの電話', at }],
  identityLinked: [{ with: 'LINE', at }],
  identityUnlinked: [{ with: 'X', at }],
  nameChanged: [{ from: 'kaede', to_name: 'momiji', at }],
  left: [{ at }],
  purchased: [
    { kind: 'room', title: room, amount: 980, at, renewsAt: soon, seller: 'aoi', bought: roomId },
    {
      ...{ kind: 'event', title: event, amount: 1_980, at, renewsAt: null, seller: 'aoi' },
      bought: 'night',
    },
    {
      ...{ kind: 'digital_ticket', title: entry, amount: 3_500, at, renewsAt: null, seller: 'aoi' },
      bought: 'id1',
    },
  ],
  renewed: [{ roomId, title: room, amount: 980, at, renewsAt: soon, seller: 'aoi' }],
  renewalFailed: (['first', 'second', 'last'] as const).map((reminder) => ({
    roomId,
    title: room,
    amount: 980,
    reminder,
    locksAt: '2026-11-27T15:30:00.000Z',
  })),
  roomLeft: [
    { roomId, title: room, paidUntil: soon },
    { roomId, title: room, paidUntil: null },
  ],
  roomLost: [{ roomId, title: room }],
  roomPriceLowered: [500, 0].map((amount) => ({
    roomId,
    title: room,
    before: 980,
    amount,
    from: soon,
  })),
  voucherIssued: [{ ...voucher, title: event }],
  voucherEnding: [{ ...voucher, title: entry }],
  voucherEnded: (['lapsed', 'cancelled', 'unfit', 'held', 'recalled'] as const).map((why) => ({
    title: event,
    why,
  })),
  refundAsks: [
    { title: event, amount: 1_980, why: null },
    { title: event, amount: 1_980, why: 'late' },
  ],
  refunded: (['late', 'twice', 'suspended', 'unused', 'resold', null] as const).map((why) => ({
    title: event,
    amount: 1_980,
    why,
  })),
  ticketTakenBack: [{ title: entry }],
  ticketRestored: [{ title: entry }],
  eventCancelled: [
    { title: event, refund: 1_980 },
    { title: event, refund: 0 },
  ],
  entryCancelled: [
    { title: entry, refund: 3_500 },
    { title: entry, refund: 0 },
  ],
  entryChanged: [
    { title: entry, ticketId: 'id1', room: 'aoi', starts: { from: at, to: soon } },
    {
      ...{ title: entry, ticketId: 'id1', room: 'aoi', opens: { from: at, to: soon } },
      venue: { from: '地下のホール', to: '丘の上のホール' },
    },
  ],
  voucherChanged: [
    { title: event, voucherId: 'id2', start: { from: at, to: soon }, talkOff: true },
    {
      ...{ title: entry, voucherId: 'id2', opens: { from: at, to: soon } },
      venue: { from: '地下のホール', to: '丘の上のホール' },
    },
  ],
  eventChanged: [
    { title: event, eventId: 'night', start: { from: at, to: soon } },
    { title: event, eventId: 'night', end: { from: at, to: soon }, refundUntil: soon },
    { title: event, eventId: 'night', talkOff: true },
  ],
  archiveDeleted: [{ title: event, eventId: 'night', room: 'aoi' }],
  ticketOffered: [{ title: entry, from: 'kaede', ticketId: 'id1' }],
  ticketTaken: [{ title: entry, by: 'kaede' }],
  ticketMoveCode: [0, 6].map((hours) => ({ ...moved, code: '042913', hours })),
  ticketMoveAsked: [{ ...moved, at, from: soon }],
  ticketMoved: [{ ...moved, at }],
  eventReminder: [{ title: event, eventId: 'night', start: at, userId: 'kaede' }],
  entryReminder: [{ title: entry, ticketId: 'id1', opens: at, userId: 'kaede' }],
  ticketCancelled: [{ title: event, refund: 1_980 }],
  ticketGiven: [{ title: entry, ticketId: 'id1' }],
  seatOffered: [
    { title: event, product: { kind: 'event', room: 'aoi', id: 'night' }, expires: soon },
    {
      ...{ title: entry, product: { kind: 'digital_ticket', room: 'aoi', id: 'entry' } },
      ...{ seats: 3, expires: soon },
    },
  ],
  seatOfferEnding: [1, 2].map((seats) => ({
    title: entry,
    product: { kind: 'digital_ticket' as const, room: 'aoi', id: 'entry' },
    seats,
    expires: soon,
  })),
  seatRecalled: [true, false].map((isWaiting) => ({
    title: event,
    product: { kind: 'event' as const, room: 'aoi', id: 'night' },
    isWaiting,
  })),
  resold: [
    { title: entry, product: { kind: 'digital_ticket', room: 'aoi', id: 'entry' }, amount: 3_500 },
  ],
  resaleUnsold: [
    { title: entry, product: { kind: 'digital_ticket', room: 'aoi', id: 'entry' }, amount: 3_500 },
  ],
  waitEnded: (['lapsed', 'unfit', 'tooMany', 'over', 'cancelled'] as const).map((why) => ({
    title: event,
    product: { kind: 'event' as const, room: 'aoi', id: 'night' },
    why,
  })),
  lotteryApplied: [
    {
      ...{ title: entry, product: drawn, publicId: 'q7XkP2mN8sTvW4yZ' },
      contribution: 'Zk3vQ0a1b2c3d4e5f6g7h8',
      commitment: sha256,
      rules: [
        { label: '結果発表', text: '12月1日に、このページ、メール、通知でお知らせします。' },
        { label: '当選の確率', text: '全員が、同じ条件です。' },
      ],
    },
  ],
  lotteryWon: [true, false].map((isLater) => ({
    ...{ title: entry, product: drawn, expires: soon, isLater, listHash: sha256 },
  })),
  lotteryLost: [{ title: entry, product: drawn, ends: soon, listHash: sha256 }],
  lotteryEnded: (['lapsed', 'unfit', 'over', 'cancelled'] as const).map((why) => ({
    ...{ title: entry, product: drawn, why },
  })),
  roomClosed: [
    { roomId, title: room, paidUntil: soon },
    { roomId, title: room, paidUntil: null },
  ],
  eventNotStarted: [{ title: event, eventId: 'night' }],
  operatorAlert: [
    ...(['refundFailed', 'notStarted'] as const).map((alert) => ({ alert, at })),
    ...(['disputeOpened', 'disputeReversed', 'inquiryOpened', 'fraudWarned'] as const).map(
      (alert) => ({ alert, at, payment: 'id00000012' }),
    ),
  ],
  accountSuspended: [{ reason: 'ほかの方への嫌がらせが続いたため。', at }],
  accountRestored: [{ reason: '事実ではないことを確認したため。', at }],
  roomSuspended: [{ title: room, reason: '権利を侵害する内容が確認されたため。', at }],
  roomRestored: [{ title: room, reason: '該当の内容が削除されたため。', at }],
  roomHeld: [{ title: room }],
  roomBack: [{ title: room }],
  sellerReady: [{}],
  feePlanned: [feeChange],
  feeWithdrawn: [feeChange],
  sellerAsked: [{ reasons: [] }],
  sellerStopped: [{ reasons: [] }],
  roomStopped: [{ name: 'aoi' }],
  payoutFailed: [{ amount: 12_300 }],
  saleQuestioned: (['inquiry', 'fraud', 'disputed', 'won', 'lost', 'reversed'] as const).map(
    (what) => ({
      what,
      title: event,
      amount: 1_980,
      answerBy: ['inquiry', 'disputed'].includes(what) ? soon : null,
    }),
  ),
  disclosureAsked: [{}],
  disclosed: [
    { name: 'aoi', facts: { name: '藍川葵', address: '東京都千代田区1-1', phone: '0312345678' } },
  ],
  serviceWord: [{ title: 'コメントを非表示にしました', reason: 'ほかの方への中傷にあたるため' }],
  disclosureReminded: [{ days: 7 }],
  takedownReceived: [{ number: 'TD-00012' }],
  takedownDecided: (['accepted', 'declined', 'reversed'] as const).map((outcome) => ({
    number: 'TD-00012',
    outcome,
    reason: '権利をお持ちであることを確認できたため',
  })),
  takedownInquired: [{ takedownId: 'td', answerUntil: soon }],
  disclosureDeclined: (['answered', 'no_purchase', 'unclear'] as const).map((reason) => ({
    name: 'aoi',
    reason,
  })),
}

export const sampleEmails = Object.entries(samples).flatMap(([letter, ways]) =>
  // `Samples` has matched the facts with their kind.
  ways.map((facts) => ({ letter, ...facts }) as Email),
)

const STREAM: MailObject = {
  kind: 'ticket',
  title: event,
  ...{ starts: soon, opens: null, place: ONLINE, number: null },
  picture: '/media/public/demo/galaxy-1000.png',
  calendar: '/api/application/event/night/calendar.ics',
}
const ENTRY: MailObject = {
  kind: 'ticket',
  title: entry,
  ...{ starts: soon, opens: at, place: '灯ホール', number: 'A 0012', picture: null },
  calendar: '/api/application/room/aoi/digitalTicket/entry/calendar.ics',
}
const ROOM: MailObject = {
  kind: 'room',
  title: room,
  owner: 'aoi',
  picture: '/media/public/demo/evening-1000.png',
  face: '/media/public/demo/face-mio-96.png',
}

/** What a sample shows; the pictures are the demo's. */
export function sampleObject(email: Email): MailObject | null {
  const subject = subjectOf(email)
  if (subject === null) return null
  if (subject.kind === 'room') return ROOM
  if (subject.kind === 'stream') return STREAM
  const other = { calendar: null, number: null }
  if (subject.kind === 'entry') return { ...ENTRY, ...(subject.isOffer && other) }
  return { ...(subject.product.kind === 'event' ? STREAM : ENTRY), ...other }
}
