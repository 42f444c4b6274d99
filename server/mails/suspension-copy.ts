import { SALE_RULES } from '#contract/orders/sale-rules.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import type { SuspensionEmail } from '#server/ports/suspension-emails.ts'
import type { CopyTable } from './copy.ts'
import { formatMoment } from './moment.ts'
import { ticketBoxButton } from './parts.ts'

const OBJECT = 'ご不明な点や異議がある場合は、運営者へお問い合わせください。'

const contact = (siteUrl: string) => ({ label: '運営者の連絡先を見る', url: `${siteUrl}/legal` })

/** Copy of emails about suspensions and their end. */
export const SUSPENSION_COPY: CopyTable<SuspensionEmail['letter']> = {
  accountSuspended: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】アカウントの利用を停止しました`,
    paragraphs: [
      `${formatMoment(email.at)}に、運営がアカウントの利用を停止しました。すべての端末からログアウトし、ログインできなくなりました。`,
      `理由：${email.reason}`,
      '停止のあいだ、参加中のルームの参加費は請求されません。ご自身のルームは公開されず、販売も止まります。',
    ],
    button: contact(siteUrl),
    notes: [OBJECT],
  }),
  accountRestored: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】アカウントの利用を再開しました`,
    paragraphs: [
      `${formatMoment(email.at)}に、運営がアカウントの利用停止を解除しました。ログインして、これまでどおりご利用いただけます。`,
      `理由：${email.reason}`,
    ],
    button: { label: 'ログインする', url: `${siteUrl}/login` },
    notes: ['参加中のルームの参加費は、次の更新日から通常どおりお支払いとなります。'],
  }),
  roomSuspended: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】ルームを停止しました`,
    paragraphs: [
      `${formatMoment(email.at)}に、運営がルーム「${email.title}」を停止しました。`,
      `理由：${email.reason}`,
      '停止のあいだ、ルームとイベントは公開されず、新しい参加とチケットの販売はできません。メンバーの参加費は請求されず、お支払い済みの期間にご利用いただけなかった日の分は、日割りでメンバーへ返金されます。',
    ],
    button: contact(siteUrl),
    notes: [OBJECT],
  }),
  roomRestored: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】ルームの停止を解除しました`,
    paragraphs: [
      `${formatMoment(email.at)}に、運営がルーム「${email.title}」の停止を解除しました。`,
      `理由：${email.reason}`,
      'ルームとイベントは、停止の前の状態に戻りました。メンバーの参加費は、次の更新日から通常どおり請求されます。',
    ],
    button: { label: 'マイルームを開く', url: `${siteUrl}/dashboard/myroom` },
    notes: [],
  }),
  roomHeld: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】参加中のルームを一時停止しています`,
    paragraphs: [
      `ルーム「${email.title}」は、運営により一時停止しています。停止のあいだは、ルームとイベントをご覧いただけません。`,
      '停止のあいだ、参加費は請求されません。お持ちのチケットは、チケットボックスに残ります。',
      `有料のルームの場合：${SALE_RULES.room_suspended.text()}`,
    ],
    button: ticketBoxButton(siteUrl),
    notes: [
      `再開したときは、メールでお知らせします。イベントの返金については、「ご意見を送る」からご連絡ください。\n${siteUrl}/account/feedback`,
    ],
  }),
  roomBack: (email, siteUrl) => ({
    subject: `【${SITE_TITLE}】参加中のルームが再開しました`,
    paragraphs: [
      `ルーム「${email.title}」の一時停止が解除されました。これまでどおりご覧いただけます。`,
      '有料のルームの参加費は、次の更新日から通常どおりお支払いとなります。',
    ],
    button: { label: '参加中のルームを見る', url: `${siteUrl}/account/room` },
    notes: [],
  }),
}
