import { RESET_LINK_S, SIGN_UP_LINK_S, SITE_TITLE } from '#contract/limits.ts'
import type { Letter } from '#server/ports/mail.ts'
import { sellerWords } from './seller-words.ts'

/** What one mail says: paragraphs, a button, and more paragraphs in small print. */
export interface Words {
  subject: string
  paragraphs: string[]
  button: { label: string; url: string }
  notes: string[]
}

const HOUR_S = 60 * 60
const UNASKED = 'お心当たりのない場合は、このメールを破棄してください。何も変更されません。'

const moment = (instant: string) =>
  new Date(instant).toLocaleString('ja-JP', {
    timeZone: 'Asia/Tokyo',
    dateStyle: 'long',
    timeStyle: 'short',
  })

/** The words of each letter. Nothing that a stranger typed stands in them but a handle: mail is no billboard. */
export function wordsOf(letter: Letter, siteUrl: string): Words {
  switch (letter.letter) {
    case 'signUp':
      return {
        subject: `【${SITE_TITLE}】メールアドレスの確認`,
        paragraphs: [
          `${SITE_TITLE}にご登録いただき、ありがとうございます。`,
          `ユーザー名「@${letter.name}」の登録を完了するには、下のリンクを開いてください。`,
        ],
        button: { label: '登録を完了する', url: letter.url },
        notes: [
          `このリンクは${SIGN_UP_LINK_S / HOUR_S}時間、一度だけ使えます。`,
          'ご自身で登録した覚えのない場合は、リンクを開かずに、このメールを破棄してください。',
        ],
      }
    case 'alreadyRegistered':
      return {
        subject: `【${SITE_TITLE}】このメールアドレスは登録済みです`,
        paragraphs: [
          'このメールアドレスで新しい登録の申し込みがありましたが、すでにご登録いただいています。',
          'ログインしてご利用ください。パスワードをお忘れの場合は、ログイン画面から再設定できます。',
        ],
        button: { label: 'ログインする', url: `${siteUrl}/login` },
        notes: [UNASKED],
      }
    case 'resetPassword':
      return {
        subject: `【${SITE_TITLE}】パスワードの再設定`,
        paragraphs: [
          'パスワード再設定のお申し込みを受け付けました。',
          '下のリンクを開いて、新しいパスワードを設定してください。',
        ],
        button: { label: '新しいパスワードを設定する', url: letter.url },
        notes: [`このリンクは${RESET_LINK_S / HOUR_S}時間、一度だけ使えます。`, UNASKED],
      }
    case 'passwordChanged':
      return {
        subject: `【${SITE_TITLE}】パスワードを変更しました`,
        paragraphs: [
          `${moment(letter.at)}に、パスワードが変更されました。`,
          '安全のため、すべての端末からログアウトしました。新しいパスワードでログインしてください。',
        ],
        button: { label: 'ログインする', url: `${siteUrl}/login` },
        notes: [
          `変更した覚えのない場合は、すぐにパスワードを再設定してください。\n${siteUrl}/reset_password`,
        ],
      }
    default:
      return sellerWords(letter, siteUrl)
  }
}
