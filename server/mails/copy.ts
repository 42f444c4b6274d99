import { LATE_MINUTES } from '#contract/orders/sale-rules.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { Email, OperatorAlert } from '#server/ports/mail.ts'
import { ACCOUNT_COPY } from './account-copy.ts'
import { EVENT_COPY } from './event-copy.ts'
import { LOTTERY_COPY } from './lottery-copy.ts'
import { formatMoment } from './moment.ts'
import { MOVE_COPY } from './move-copy.ts'
import type { MailObject, TicketObject } from './object.ts'
import { OPERATOR_COPY } from './operator-copy.ts'
import { PAYMENT_COPY } from './payment-copy.ts'
import { SELLER_COPY } from './seller-copy.ts'
import { SUSPENSION_COPY } from './suspension-copy.ts'
import { TICKET_COPY } from './ticket-copy.ts'
import { WAITLIST_COPY } from './waitlist-copy.ts'

/** Copy of one email: paragraphs, a button, and paragraphs in small print. */
export interface EmailCopy {
  subject: string
  paragraphs: string[]
  button: Link
  notes: string[]
  /** Above the paragraphs. */
  shown?: ShownTicket | ShownRoom
  /** Quieter links below the button. */
  links?: Link[]
}

/** A ticket as an object. URLs are absolute. */
export interface ShownTicket {
  kind: 'ticket'
  title: string
  lines: string[]
  number: string | null
  picture: string | null
}

/** A room with the face of its owner. */
export interface ShownRoom {
  kind: 'room'
  title: string
  owner: string
  face: string | null
  picture: string | null
}

interface Link {
  label: string
  url: string
}

type EmailKind = Email['letter']
/** The content of these kinds of email. */
export type EmailOf<L extends EmailKind, E = Email> = E extends { letter: infer Own }
  ? L extends Own
    ? E
    : never
  : never
/** How each of these kinds of email is worded. */
export type CopyTable<L extends EmailKind> = {
  [K in L]: (email: EmailOf<K>, siteUrl: string) => EmailCopy
}

const ALERTS: Record<OperatorAlert, string> = {
  refundFailed: '受け取られず、戻ってきた返金があります。別の方法での返金が必要です。',
  disputeOpened: 'カードの不審請求の申し立て（チャージバック）がありました。',
  disputeReversed: '一度認められた不審請求の申し立てが退けられ、売上が販売者へ戻りました。',
  inquiryOpened:
    'お支払いについて、カード会社から照会がありました。決済会社の画面で、期限までに回答してください。',
  fraudWarned:
    'カードの不正利用の疑いがあると、カード会社から知らせがありました。返金するかどうかを、販売者と確認してください。',
  notStarted: `開始時刻を${LATE_MINUTES}分過ぎても始まっていないイベントがあります。`,
}

/**
 * Copy of each email. Of texts by other users only handles appear, so that emails cannot be abused for advertising.
 */
const COPY: CopyTable<EmailKind> = {
  ...PAYMENT_COPY,
  ...ACCOUNT_COPY,
  ...OPERATOR_COPY,
  ...EVENT_COPY,
  ...TICKET_COPY,
  ...MOVE_COPY,
  ...WAITLIST_COPY,
  ...LOTTERY_COPY,
  ...SUSPENSION_COPY,
  ...SELLER_COPY,
  roomClosed: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】ルーム終了のお知らせ`,
    paragraphs: [
      `参加中のルーム「${email.title}」は、新しい参加の受付を終了しました。`,
      email.paidUntil
        ? `今後の自動更新はありません。${formatMoment(email.paidUntil)}まで、これまでどおりご覧いただけます。`
        : 'これまでの内容は、引き続きご覧いただけます。',
    ],
    button: { label: '参加中のルームを見る', url: `${siteUrl}/account/room` },
    notes: ['開催前のイベントと開場前の入場チケットは中止となり、チケット代金は全額返金されます。'],
  }),
  operatorAlert: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】確認が必要です`,
    paragraphs: [
      ALERTS[email.alert],
      [
        `発生日時：${formatMoment(email.at)}`,
        ...(email.payment ? [`お支払いのID: ${email.payment}`] : []),
      ].join('\n'),
    ],
    button: { label: `${SITE_TITLE}を開く`, url: siteUrl },
    notes: ['このメールは運営担当者に送られています。'],
  }),
}

/** `object`: what the email is about, as it is now; null if it shows nothing. */
export function emailCopyOf(
  email: Email,
  siteUrl: string,
  object: MailObject | null = null,
): EmailCopy {
  // The table has typed each function by the kind of email under which it stands.
  const copy = (COPY[email.letter] as (email: Email, siteUrl: string) => EmailCopy)(email, siteUrl)
  if (object === null) return copy
  const picture = object.picture && siteUrl + object.picture
  if (object.kind === 'room') {
    const { kind, title, owner, face } = object
    return { ...copy, shown: { kind, title, owner, picture, face: face && siteUrl + face } }
  }
  const calendar = object.calendar
    ? [{ label: 'カレンダーに追加', url: siteUrl + object.calendar }]
    : []
  return {
    ...copy,
    shown: {
      kind: 'ticket',
      title: object.title,
      lines: linesOf(object),
      number: object.number && `整理番号 ${object.number}`,
      picture,
    },
    links: [...calendar, ...(copy.links ?? [])],
  }
}

const linesOf = ({ opens, starts, place }: TicketObject) => [
  ...(opens ? [`開場 ${formatMoment(opens)}`] : []),
  `${opens ? '開演' : '開始'} ${formatMoment(starts)}`,
  place,
]
