import { LATE_MINUTES } from '#contract/orders/sale-rules.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { Moved } from '#server/ports/mail.ts'
import type { CopyTable } from './copy.ts'
import { changedLines, formatMoment } from './moment.ts'
import { CARD_STATEMENT, goesBack, paymentsButton, unreached } from './parts.ts'

const whatChanged = ({ start, end }: { start?: Moved; end?: Moved }) =>
  start || end ? '日時' : '内容'

/** Copy of emails about events. */
export const EVENT_COPY: CopyTable<
  'eventCancelled' | 'eventChanged' | 'archiveDeleted' | 'eventReminder' | 'eventNotStarted'
> = {
  eventCancelled: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】イベント中止のお知らせ`,
    paragraphs: [
      `お申し込みいただいた「${email.title}」は、オーナーにより中止になりました。`,
      ...goesBack(email.refund),
    ],
    button: paymentsButton(siteUrl),
    notes: email.refund > 0 ? [CARD_STATEMENT] : [],
  }),
  eventChanged: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】イベントの${whatChanged(email)}が変わりました`,
    paragraphs: [
      `お申し込みいただいた「${email.title}」の${whatChanged(email)}が、オーナーにより変更されました。`,
      ...changedLines(email),
      'お持ちのチケットは、そのままお使いいただけます。',
      ...(email.refundUntil === undefined
        ? []
        : [
            `ご都合が合わない場合は、${formatMoment(email.refundUntil)}まで、お支払い履歴（${siteUrl}/account/payments）から返金を申請できます。配信が始まると申請できません。`,
          ]),
    ],
    button: {
      label: 'チケットを確認する',
      url: `${siteUrl}/account/ticketbox/event/${email.eventId}`,
    },
    notes: [],
  }),
  archiveDeleted: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】見逃し配信の終了のお知らせ`,
    paragraphs: [
      `お申し込みいただいた「${email.title}」の見逃し配信は、オーナーにより期間の途中で削除されました。`,
      'この後は、録画をご覧いただけません。',
    ],
    button: {
      label: 'イベントを確認する',
      url: `${siteUrl}/account/ticketbox/event/${email.eventId}`,
    },
    notes: [
      `ご不明な点や返金のご相談は、販売者へお問い合わせください。\n${siteUrl}/community/${email.room}/seller`,
    ],
  }),
  eventReminder: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】まもなくイベントが始まります`,
    paragraphs: [
      `チケットをお持ちの「${email.title}」は、${formatMoment(email.start)}に始まります。`,
      '時間になりましたら、下のリンクからご覧ください。',
    ],
    button: {
      label: 'チケットを開く',
      url: `${siteUrl}/account/ticketbox/event/${email.eventId}`,
    },
    notes: [unreached(siteUrl)],
  }),
  eventNotStarted: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】イベントがまだ始まっていません`,
    paragraphs: [
      `「${email.title}」が、開始時刻を${LATE_MINUTES}分過ぎても始まっていません。`,
      'チケットをお持ちの方は、ご自身で返金を申請できるようになりました。開催しない場合は、イベントを中止してください。全員に返金されます。',
    ],
    button: { label: 'イベントを開く', url: `${siteUrl}/event/${email.eventId}` },
    notes: [],
  }),
}
