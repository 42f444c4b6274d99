import { SITE_TITLE } from '#contract/limits.ts'
import type { Email, Moved } from '#server/ports/mail.ts'
import { accountCopy } from './account-copy.ts'
import { formatMoment } from './moment.ts'
import { operatorCopy } from './operator-copy.ts'
import { paymentCopy } from './payment-copy.ts'
import { sellerCopy } from './seller-copy.ts'
import { suspensionCopy } from './suspension-copy.ts'

/** Copy of one email: paragraphs, a button, and paragraphs in small print. */
export interface EmailCopy {
  subject: string
  paragraphs: string[]
  button: { label: string; url: string }
  notes: string[]
}

const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}`
const goesBack = (refund: number) =>
  refund > 0
    ? [
        `お支払いいただいた ${yen(refund)}（税込）は、全額をお支払いのカードへ返金します。お手続きは必要ありません。`,
      ]
    : []
const CARD_STATEMENT =
  'カードのご利用明細に反映されるまで、カード会社により数日から2か月ほどかかることがあります。'

const unreached = (siteUrl: string) =>
  `アプリの通知が届いていない方にお送りしています。受け取り方は、次の画面で変えられます。\n${siteUrl}/account/setting/account_config`

const ALERTS = {
  refundFailed: 'カード会社に受け取られず、戻ってきた返金があります。別の方法での返金が必要です。',
  disputeOpened: 'カードの不審請求の申し立て（チャージバック）がありました。',
  notStarted: '開始時刻を60分過ぎても始まっていないイベントがあります。',
}

const whatChanged = ({ start, end }: { start?: Moved; end?: Moved }) =>
  start || end ? '日時' : '内容'

const movedLine = (what: string, moved: Moved | undefined) =>
  moved ? [`${what}: ${formatMoment(moved.from)} → ${formatMoment(moved.to)}`] : []

/**
 * Copy of each email. Of texts by other users only handles appear, so that emails cannot be abused for advertising.
 */
export function emailCopyOf(email: Email, siteUrl: string): EmailCopy {
  switch (email.letter) {
    case 'purchased':
    case 'renewed':
    case 'renewalFailed':
    case 'roomLocked':
    case 'ticketTakenBack':
    case 'ticketRestored':
    case 'roomLeft':
    case 'roomLost':
    case 'refunded':
      return paymentCopy(email, siteUrl)
    case 'signUp':
    case 'alreadyRegistered':
    case 'resetPassword':
    case 'passwordChanged':
    case 'changeEmail':
    case 'emailTaken':
    case 'emailChangeAsked':
    case 'left':
    case 'passkeyAdded':
    case 'passkeyRemoved':
    case 'passkeyCopied':
    case 'newDevice':
    case 'emailChanged':
    case 'identityLinked':
    case 'identityUnlinked':
    case 'nameChanged':
      return accountCopy(email, siteUrl)
    case 'serviceWord':
    case 'disclosureReminded':
    case 'takedownReceived':
    case 'takedownDecided':
    case 'takedownInquired':
      return operatorCopy(email, siteUrl)
    case 'eventCancelled':
      return {
        subject: `【${SITE_TITLE}】イベント中止のお知らせ`,
        paragraphs: [
          `お申し込みいただいた「${email.title}」は、主催者により中止になりました。`,
          ...goesBack(email.refund),
        ],
        button: { label: 'お支払いを確認する', url: `${siteUrl}/account/payments` },
        notes: email.refund > 0 ? [CARD_STATEMENT] : [],
      }
    case 'entryCancelled':
      return {
        subject: `【${SITE_TITLE}】公演中止のお知らせ`,
        paragraphs: [
          `「${email.title}」は、主催者により中止になりました。入場チケットはお使いいただけません。`,
          ...goesBack(email.refund),
        ],
        button:
          email.refund > 0
            ? { label: 'お支払いを確認する', url: `${siteUrl}/account/payments` }
            : { label: 'チケットボックスをひらく', url: `${siteUrl}/account/ticketbox` },
        notes: email.refund > 0 ? [CARD_STATEMENT] : [],
      }
    case 'eventChanged':
      return {
        subject: `【${SITE_TITLE}】イベントの${whatChanged(email)}が変わりました`,
        paragraphs: [
          `お申し込みいただいた「${email.title}」の${whatChanged(email)}が、主催者により変更されました。`,
          ...movedLine('開始', email.start),
          ...movedLine('終了', email.end),
          ...(email.talkOff ? ['配信中のトークは、行われないことになりました。'] : []),
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
      }
    case 'archiveDeleted':
      return {
        subject: `【${SITE_TITLE}】見逃し配信の終了のお知らせ`,
        paragraphs: [
          `お申し込みいただいた「${email.title}」の見逃し配信は、主催者により期間の途中で削除されました。`,
          'この後は、録画をご覧いただけません。',
        ],
        button: {
          label: 'イベントを確認する',
          url: `${siteUrl}/account/ticketbox/event/${email.eventId}`,
        },
        notes: [
          `ご不明な点や返金のご相談は、販売者へお問い合わせください。\n${siteUrl}/community/${email.room}/seller`,
        ],
      }
    case 'ticketOffered':
      return {
        subject: `【${SITE_TITLE}】チケットの譲渡のお申し出`,
        paragraphs: [
          `@${email.from} さんから、「${email.title}」の入場チケットの譲渡のお申し出が届いています。`,
          'チケットボックスで、受け取るかどうかをお選びください。開場すると受け取れなくなります。',
        ],
        button: { label: 'チケットボックスをひらく', url: `${siteUrl}/account/ticketbox` },
        notes: ['お心当たりのない場合は、「受け取らない」をお選びください。料金はかかりません。'],
      }
    case 'ticketTaken':
      return {
        subject: `【${SITE_TITLE}】チケットを譲渡しました`,
        paragraphs: [
          `「${email.title}」の入場チケットを、@${email.by} さんが受け取りました。`,
          'お持ちだったチケットのコードは、使えなくなりました。',
        ],
        button: { label: 'チケットボックスをひらく', url: `${siteUrl}/account/ticketbox` },
        notes: [
          '譲渡した覚えのない場合は、パスワードを変更し、お問い合わせフォームからご連絡ください。',
        ],
      }
    case 'eventReminder':
      return {
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
      }
    case 'entryReminder':
      return {
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
      }
    case 'ticketCancelled':
      return {
        subject: `【${SITE_TITLE}】お申し込みが取り消されました`,
        paragraphs: [
          `「${email.title}」のお申し込みが取り消されました。`,
          ...goesBack(email.refund),
        ],
        button: { label: 'お支払いを確認する', url: `${siteUrl}/account/payments` },
        notes: email.refund > 0 ? [CARD_STATEMENT] : [],
      }
    case 'ticketGiven':
      return {
        subject: `【${SITE_TITLE}】入場チケットが届きました`,
        paragraphs: [
          `「${email.title}」の主催者から、入場チケットが届きました。お支払いは必要ありません。`,
          '当日は、チケットボックスのチケットを入口で見せてください。',
        ],
        button: {
          label: 'チケットを表示する',
          url: `${siteUrl}/account/ticketbox/ticket/${email.ticketId}`,
        },
        notes: [],
      }
    case 'roomClosed':
      return {
        subject: `【${SITE_TITLE}】ルーム終了のお知らせ`,
        paragraphs: [
          `ご登録のルーム「${email.title}」は、新しい登録の受付を終了しました。`,
          email.paidUntil
            ? `今後の自動更新はありません。${formatMoment(email.paidUntil)}まで、これまでどおりご覧いただけます。`
            : 'これまでの内容は、引き続きご覧いただけます。',
        ],
        button: { label: '登録中のルームを見る', url: `${siteUrl}/account/room` },
        notes: [
          '開催前のイベントと開場前の入場チケットは中止となり、チケット代金は全額返金されます。',
        ],
      }
    case 'eventNotStarted':
      return {
        subject: `【${SITE_TITLE}】イベントがまだ始まっていません`,
        paragraphs: [
          `「${email.title}」が、開始時刻を60分過ぎても始まっていません。`,
          'チケットをお持ちの方は、ご自身で返金を申請できるようになりました。開催しない場合は、イベントを中止してください。全員に返金されます。',
        ],
        button: { label: 'イベントを開く', url: `${siteUrl}/event/${email.eventId}` },
        notes: [],
      }
    case 'operatorAlert':
      return {
        subject: `【${SITE_TITLE}】確認が必要です`,
        paragraphs: [ALERTS[email.alert], `発生日時: ${formatMoment(email.at)}`],
        button: { label: `${SITE_TITLE}を開く`, url: siteUrl },
        notes: ['このメールは運営担当者に送られています。'],
      }
    case 'accountSuspended':
    case 'accountRestored':
    case 'roomSuspended':
    case 'roomRestored':
    case 'roomHeld':
    case 'roomBack':
      return suspensionCopy(email, siteUrl)
    default:
      return sellerCopy(email, siteUrl)
  }
}
