import { SITE_TITLE } from '#contract/shared/limits.ts'
import { MOVE_CODE } from '#contract/tickets/limits.ts'
import type { MoveEmail } from '#server/ports/mail.ts'
import type { CopyTable } from './copy.ts'
import { formatMoment } from './moment.ts'

type OfTicket = Pick<MoveEmail, 'title' | 'number' | 'ticketId'>

const ticketOf = ({ title, number }: OfTicket) => `「${title}」の入場チケット（整理番号 ${number}）`
const ticketButton = ({ ticketId }: OfTicket, siteUrl: string) => ({
  label: 'チケットを表示する',
  url: `${siteUrl}/account/ticketbox/ticket/${ticketId}`,
})
const resetAt = (siteUrl: string) => `\n${siteUrl}/reset_password`

/** Copy of emails about the device that shows an entry ticket. */
export const MOVE_COPY: CopyTable<MoveEmail['letter']> = {
  ticketMoveCode: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】チケットを切り替えるための確認コード`,
    paragraphs: [
      `${ticketOf(email)}を、次の端末で表示するための確認コードです。`,
      `端末：${email.device}`,
      `確認コード：${email.code}`,
      email.hours > 0
        ? `その端末の画面に入力してください。入力から${email.hours}時間たつと、その端末に切り替わります。`
        : 'その端末の画面に入力してください。すぐに切り替わり、いまの端末のコードは使えなくなります。',
    ],
    button: ticketButton(email, siteUrl),
    notes: [
      `確認コードの有効期限は${MOVE_CODE.lifeS / 60}分です（1回のみ有効）。`,
      `お心当たりのない場合は、このコードを誰にも伝えないでください。入力されなければ、チケットは切り替わりません。ほかの方がログインしているおそれがありますので、パスワードを再設定してください。すべての端末からログアウトします。${resetAt(siteUrl)}`,
    ],
  }),
  ticketMoveAsked: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】チケットを切り替えるお申し込みがありました`,
    paragraphs: [
      `${formatMoment(email.at)}に、${ticketOf(email)}を、次の端末で表示するお申し込みがありました。`,
      `端末：${email.device}`,
      `${formatMoment(email.from)}から、その端末で表示できるようになり、いまの端末のコードは使えなくなります。`,
    ],
    button: ticketButton(email, siteUrl),
    notes: [
      'ご自身のお申し込みであれば、このメールへのお手続きは必要ありません。',
      'お心当たりのない場合は、それまでに、いまの端末でチケットを開き、「端末を変える」の「申し込みを取り消す」を押してください。',
      `いまの端末がお手元にない場合は、すぐにパスワードを再設定してください。すべての端末からログアウトするため、お申し込みのあった端末では表示できなくなります。${resetAt(siteUrl)}`,
    ],
  }),
  ticketMoved: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】チケットを表示する端末が変わりました`,
    paragraphs: [
      `${formatMoment(email.at)}に、${ticketOf(email)}を表示する端末が変わりました。前の端末のコードは使えなくなりました。`,
      `端末：${email.device}`,
    ],
    button: ticketButton(email, siteUrl),
    notes: [
      'ご自身で切り替えた場合は、お手続きは必要ありません。',
      `お心当たりのない場合は、すぐにパスワードを再設定してください。すべての端末からログアウトします。そのあと、お使いの端末でログインし、チケットの「この端末で表示する」を押してください。${resetAt(siteUrl)}`,
    ],
  }),
}
