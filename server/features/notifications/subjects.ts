import { withSan } from '#contract/lib/with-san.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import { seatedProductPath } from '#contract/waitlist/product-path.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { messageLineOf } from '#server/features/inbox/present.ts'
import { snapshotOf } from '#server/features/orders/order-snapshot.ts'
import { hasMember, presentMember } from '#server/features/profile/member.ts'
import type { ListedKind } from '#server/features/push/notifications.ts'
import { dayAndHour, type LineCopy, type LineTopic, paths } from './copy.ts'
import { mayReadInside, maySeeEventOf, maySeeRoom } from './policy.ts'
import * as query from './subject-queries.ts'

export type Line = Schema['notification']
/** Null: the reader may not see what was found. */
type Show<R> = (row: R, line: Line, viewerId: string) => LineCopy | null

/** How a kind of line finds what it is about, and what it says. */
interface Subject {
  topic: LineTopic
  /** What the lines with these subjects say to the reader, by the subject's id; what is gone is missing. */
  load: (db: Db, viewerId: string, lines: Line[]) => Promise<Map<string, LineCopy>>
}

function subject<R extends { id: string }>(
  topic: LineTopic,
  list: (db: Db, viewerId: string, ids: string[]) => Promise<R[]>,
  show: Show<R>,
): Subject {
  return {
    topic,
    async load(db, viewerId, lines) {
      const rows = await list(db, viewerId, [...new Set(lines.map((line) => line.subject_id))])
      const byId = new Map(rows.map((row) => [row.id, row]))
      return new Map(
        lines.flatMap((line) => {
          const row = byId.get(line.subject_id)
          const shown = row && show(row, line, viewerId)
          return shown ? [[line.id, shown] as const] : []
        }),
      )
    },
  }
}

const say = (
  title: string,
  text: string,
  path: string | null,
  icon: string | null = null,
): LineCopy => ({
  title,
  text,
  path,
  icon,
})

type EventRow = Awaited<ReturnType<typeof query.listEvents>>[number]
type IssuedRow = Awaited<ReturnType<typeof query.listIssued>>[number]
type TransferRow = Awaited<ReturnType<typeof query.listTransfers>>[number]
type CommentRow = Awaited<ReturnType<typeof query.listComments>>[number]
type MembershipRow = Awaited<ReturnType<typeof query.listMemberships>>[number]

const ofEvent = (titleOf: (row: EventRow) => string) =>
  subject('event', query.listEvents, (row, _, viewerId) =>
    maySeeEventOf(row, viewerId)
      ? say(titleOf(row), row.title, paths.event(row.room, row.id), row.room_icon)
      : null,
  )
const startOf = (row: EventRow) => `${dayAndHour(row.start)}からです`

/** Of a waiting list. */
const ofSeated = (title: string) =>
  subject('ticket', query.listSeated, (row, _, viewerId) =>
    maySeeEventOf(row, viewerId)
      ? say(title, row.title, seatedProductPath(row), row.room_icon)
      : null,
  )

const ofIssued = (titleOf: (row: IssuedRow) => string, textOf = (row: IssuedRow) => row.title) =>
  subject('ticket', query.listIssued, (row) =>
    say(titleOf(row), textOf(row), paths.digitalTicket(row.id), row.room_icon),
  )
const openingOf = (row: IssuedRow) => `${dayAndHour(row.opens)}開場です`
const useOf = ({ used_at, gate, title }: IssuedRow) =>
  [used_at && `${dayAndHour(used_at)} 入場`, gate, title].filter(Boolean).join('・')

const ofTransfer = (titleOf: (row: TransferRow) => string, textOf: (row: TransferRow) => string) =>
  subject('ticket', query.listTransfers, (row) =>
    say(titleOf(row), textOf(row), paths.ticketBox, row.room_icon),
  )

const ofComment = (titleOf: (row: CommentRow) => string, counted: string) =>
  subject('comment', query.listComments, (row, { times }, viewerId) => {
    if (!mayReadInside(row, viewerId)) return null
    const from = withSan(presentMember(row).display_name)
    const text =
      times > 1 ? `${from}など、${times}件の${counted}` : `${from}：${messageLineOf(row.text)}`
    return say(titleOf(row), text, paths.thread(row.room, row.thread_id), row.room_icon)
  })

const ofMembership = (title: string, textOf: (row: MembershipRow) => string) =>
  subject('payment', query.listMemberships, (row, _, viewerId) =>
    maySeeRoom(row, viewerId)
      ? say(title, textOf(row), paths.payRoom(row.room), row.room_icon)
      : null,
  )

/** What needs no look at its subject. */
const always = (topic: LineTopic, title: string, text: string, path: string): Subject => ({
  topic,
  load: async (_, __, lines) => new Map(lines.map(({ id }) => [id, say(title, text, path)])),
})

const ofVoucher = (title: string) =>
  subject('payment', query.listOrders, (row) =>
    say(title, snapshotOf(row).title, paths.voucher(row.id)),
  )

const purchased = subject('payment', query.listOrders, (row) => {
  const { title } = snapshotOf(row)
  if (row.kind === 'room')
    return say('ルームに参加しました', title, row.room ? paths.room(row.room) : paths.payments)
  const ticket = row.issued_id ? paths.digitalTicket(row.issued_id) : paths.ticketBox
  const path = row.kind === 'event' ? paths.eventTicket(row.subject_id) : ticket
  return say('チケットを購入しました', title, path)
})

/** Every kind of line; the push of the same kind says the same in `server/features/push/copy.ts`. */
export const SUBJECTS: Record<ListedKind, Subject> = {
  newThread: subject('thread', query.listThreads, (row, { times }, viewerId) => {
    if (!mayReadInside(row, viewerId)) return null
    const one = `${row.room_title}の新しい投稿`
    return times > 1
      ? say(`${one}${times}件`, row.title, paths.talk(row.room), row.room_icon)
      : say(one, row.title, paths.thread(row.room, row.id), row.room_icon)
  }),
  newEvent: subject('event', query.listEvents, (row, _, viewerId) => {
    if (!mayReadInside(row, viewerId) || !maySeeEventOf(row, viewerId)) return null
    const text = `${row.title}（${dayAndHour(row.start)}）`
    const path = paths.event(row.room, row.id)
    return say(`${row.room_title}の新しいイベント`, text, path, row.room_icon)
  }),
  comment: ofComment(({ title }) => `「${title}」へのコメント`, 'コメント'),
  reply: ofComment(() => 'あなたのコメントへの返信', '返信'),
  eventTomorrow: ofEvent(startOf),
  eventSoon: ofEvent(startOf),
  eventOnAir: ofEvent(() => '配信が始まりました'),
  eventChanged: ofEvent(() => 'イベントの内容が変わりました'),
  eventCancelled: ofEvent(() => 'イベントが中止になりました'),
  entryTomorrow: ofIssued(openingOf),
  entrySoon: ofIssued(openingOf),
  entryChanged: ofIssued(() => '公演の日時・会場が変わりました'),
  entryCancelled: ofIssued(() => '公演が中止になりました'),
  ticketUsed: ofIssued(() => 'チケットを使いました', useOf),
  ticketMoveAsked: ofIssued(() => 'ほかの端末から、チケットの切り替えの申し込みがありました'),
  ticketMoved: ofIssued(() => 'チケットを表示する端末が変わりました'),
  ticketGiven: ofIssued(() => 'チケットが届きました'),
  companionAccepted: ofIssued(() => '同行者の方が、チケットを受け取りました'),
  ticketOffered: ofTransfer(
    ({ status }) =>
      status === 'offered' ? 'チケットを受け取れます' : 'チケットの譲渡の申し出は終わりました',
    ({ from, title }) => `@${from} さんから「${title}」`,
  ),
  ticketTaken: ofTransfer(
    () => '譲渡したチケットが受け取られました',
    ({ to, title }) => `@${to} さんへ「${title}」`,
  ),
  ticketReturned: ofTransfer(
    () => 'チケットの譲渡が辞退されました',
    ({ title }) => `「${title}」は、お手元に戻りました`,
  ),
  ticketTakenBack: always(
    'ticket',
    'チケットが取り消されました',
    '購入された方への返金にともなうものです',
    paths.ticketBox,
  ),
  ticketRestored: always(
    'ticket',
    'チケットがまた使えるようになりました',
    '取り消しがなくなりました',
    paths.ticketBox,
  ),
  seatOffered: ofSeated('お席をご用意しました'),
  seatOfferEnding: ofSeated('まもなく、お席の期限です'),
  seatRecalled: ofSeated('お席のご案内を取り消しました'),
  resold: ofSeated('公式リセールで購入されました'),
  resaleUnsold: ofSeated('公式リセールが終わりました'),
  waitEnded: ofSeated('キャンセル待ちが終わりました'),
  lotteryResult: ofSeated('抽選の結果が出ました'),
  lotteryEnded: ofSeated('当選、または抽選販売が終わりました'),
  voucherIssued: ofVoucher('コンビニ払いの番号をお渡ししました'),
  voucherEnding: ofVoucher('まもなく、コンビニ払いの期限です'),
  voucherEnded: subject('payment', query.listOrders, (row) =>
    say('コンビニ払いの番号は使えなくなりました', snapshotOf(row).title, paths.ticketBox),
  ),
  announcement: subject('message', query.listAnnouncements, (row, _, viewerId) =>
    mayReadInside(row, viewerId)
      ? say(`${row.room_title}からの連絡`, row.title, paths.conversation(row.id), row.room_icon)
      : null,
  ),
  message: subject('message', query.listConversations, (row, { times }) => {
    const from = hasMember(row) ? withSan(presentMember(row).display_name) : `${SITE_TITLE} 運営`
    const count = times > 1 ? `${times}件` : ''
    return say('メッセージが届きました', `${from}から${count}`, paths.conversation(row.id))
  }),
  purchased,
  renewed: subject('payment', query.listOrders, (row) =>
    say('今月の参加費のお支払いが済みました', snapshotOf(row).title, paths.payments),
  ),
  refundAsks: subject('payment', query.listRefunds, (row) =>
    say('返金の振込先をお知らせください', snapshotOf(row).title, paths.payments),
  ),
  refunded: subject('payment', query.listRefunds, (row) =>
    say('返金の手続きをしました', snapshotOf(row).title, paths.payments),
  ),
  renewalFailed: ofMembership(
    'お支払いの確認が必要です',
    ({ room_title }) => `「${room_title}」の今月の参加費を確認できませんでした`,
  ),
  roomLost: ofMembership(
    'ルームから退会となりました',
    ({ room_title }) => `「${room_title}」の参加費を確認できませんでした`,
  ),
  roomPriceLowered: ofMembership(
    '参加費が下がりました',
    ({ room_title }) => `「${room_title}」の次回の更新から`,
  ),
  payoutPaid: subject('payout', query.listPayouts, () =>
    say('売上を振り込みました', '金額と内訳は、収益化のページにあります', paths.monetization),
  ),
  payoutFailed: subject('payout', query.listPayouts, () =>
    say('売上を振り込めませんでした', '振込先の口座をご確認ください', paths.monetization),
  ),
}
