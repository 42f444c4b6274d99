import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { EntryChange } from '#server/ports/mail.ts'
import type { CopyTable } from './copy.ts'
import { changedLines, formatMoment } from './moment.ts'
import { CARD_STATEMENT, goesBack, paymentsButton, ticketBoxButton, unreached } from './parts.ts'
import { voucherButton } from './voucher-copy.ts'

const whatChanged = ({ opens, starts, venue }: EntryChange) =>
  [(opens || starts) && '日時', venue && '会場'].filter(Boolean).join('と')

/** Copy of emails about tickets. */
export const TICKET_COPY: CopyTable<
  | 'entryCancelled'
  | 'entryChanged'
  | 'voucherChanged'
  | 'ticketOffered'
  | 'ticketTaken'
  | 'entryReminder'
  | 'ticketCancelled'
  | 'ticketGiven'
> = {
  entryCancelled: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】公演中止のお知らせ`,
    paragraphs: [
      `「${email.title}」は、オーナーにより中止になりました。入場チケットはお使いいただけません。`,
      ...goesBack(email.refund),
    ],
    button: email.refund > 0 ? paymentsButton(siteUrl) : ticketBoxButton(siteUrl),
    notes: email.refund > 0 ? [CARD_STATEMENT] : [],
  }),
  entryChanged: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】公演の${whatChanged(email)}が変わりました`,
    paragraphs: [
      `入場チケットをお持ちの「${email.title}」の${whatChanged(email)}が、オーナーにより変更されました。`,
      ...changedLines(email),
      'お持ちのチケットは、そのままお使いいただけます。',
    ],
    button: {
      label: 'チケットを表示する',
      url: `${siteUrl}/account/ticketbox/ticket/${email.ticketId}`,
    },
    notes: [
      `ご都合が合わない場合は、販売者へお問い合わせください。\n${siteUrl}/community/${email.room}/seller`,
    ],
  }),
  voucherChanged: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】お申し込みのチケットの内容が変わりました`,
    paragraphs: [
      `コンビニ払いの番号をお持ちの「${email.title}」の内容が、オーナーにより変更されました。`,
      ...changedLines(email),
      'お支払いになると、変更後のチケットをお届けします。ご都合が合わない場合は、お支払いの前に、番号の画面から取り消せます。',
    ],
    button: voucherButton(email, siteUrl),
    notes: ['行き違いでお支払い済みの場合は、お持ちのチケットを、そのままお使いいただけます。'],
  }),
  ticketOffered: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】入場チケットが届いています`,
    paragraphs: [
      `@${email.from} さんから、「${email.title}」の入場チケットが届いています。受け取りますか？`,
      'チケットボックスで、受け取るかどうかをお選びください。開場すると受け取れなくなります。',
    ],
    button: ticketBoxButton(siteUrl),
    notes: ['お心当たりのない場合は、「受け取らない」をお選びください。料金はかかりません。'],
  }),
  ticketTaken: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】チケットを譲渡しました`,
    paragraphs: [
      `「${email.title}」の入場チケットを、@${email.by} さんが受け取りました。`,
      'お持ちだったチケットのコードは、使えなくなりました。',
    ],
    button: ticketBoxButton(siteUrl),
    notes: ['譲渡した覚えのない場合は、パスワードを変更し、「ご意見を送る」からご連絡ください。'],
  }),
  entryReminder: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】まもなく開場です`,
    paragraphs: [
      `入場チケットをお持ちの「${email.title}」は、${formatMoment(email.opens)}に開場します。`,
      '会場へ向かう前に、下のリンクからチケットを一度表示してください。電波の届かない場所でも、表示できるようになります。',
    ],
    button: {
      label: 'チケットを表示する',
      url: `${siteUrl}/account/ticketbox/ticket/${email.ticketId}`,
    },
    notes: [unreached(siteUrl)],
  }),
  ticketCancelled: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】お申し込みが取り消されました`,
    paragraphs: [`「${email.title}」のお申し込みが取り消されました。`, ...goesBack(email.refund)],
    button: paymentsButton(siteUrl),
    notes: email.refund > 0 ? [CARD_STATEMENT] : [],
  }),
  ticketGiven: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】入場チケットが届きました`,
    paragraphs: [
      `「${email.title}」の入場チケットが、オーナーから届きました。お支払いは必要ありません。`,
      '当日は、チケットボックスのチケットを入口で見せてください。',
    ],
    button: {
      label: 'チケットを表示する',
      url: `${siteUrl}/account/ticketbox/ticket/${email.ticketId}`,
    },
    notes: [],
  }),
}
