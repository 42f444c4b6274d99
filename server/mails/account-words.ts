import { EMAIL_LINK_S, RESET_LINK_S, SIGN_UP_LINK_S, SITE_TITLE } from '#contract/limits.ts'
import type { AccountLetter } from '#server/ports/mail.ts'
import { moment } from './moment.ts'
import type { Words } from './words.ts'

const HOUR_S = 60 * 60
const UNASKED = 'お心当たりのない場合は、このメールを破棄してください。何も変更されません。'

/** The words of what concerns the way into an account. */
export function accountWords(letter: AccountLetter, siteUrl: string): Words {
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
          letter.stays
            ? '安全のため、変更した端末のほかは、すべてログアウトしました。'
            : '安全のため、すべての端末からログアウトしました。新しいパスワードでログインしてください。',
        ],
        button: { label: 'ログインする', url: `${siteUrl}/login` },
        notes: [
          `変更した覚えのない場合は、すぐにパスワードを再設定してください。\n${siteUrl}/reset_password`,
        ],
      }
    case 'changeEmail':
      return {
        subject: `【${SITE_TITLE}】新しいメールアドレスの確認`,
        paragraphs: [
          'メールアドレス変更のお申し込みを受け付けました。',
          '下のリンクを開くと、ログインとお知らせに使うメールアドレスが、このアドレスに変わります。',
        ],
        button: { label: 'このアドレスに変更する', url: letter.url },
        notes: [`このリンクは${EMAIL_LINK_S / HOUR_S}時間、一度だけ使えます。`, UNASKED],
      }
    case 'emailTaken':
      return {
        subject: `【${SITE_TITLE}】このメールアドレスは登録済みです`,
        paragraphs: [
          '別のアカウントのメールアドレスを、このアドレスに変更するお申し込みがありました。',
          'このアドレスはすでにご登録いただいているため、変更は行われません。',
        ],
        button: { label: 'ログインする', url: `${siteUrl}/login` },
        notes: [UNASKED],
      }
    case 'emailChangeAsked':
      return {
        subject: `【${SITE_TITLE}】メールアドレス変更のお申し込み`,
        paragraphs: [
          `${moment(letter.at)}に、メールアドレスを変更するお申し込みがありました。`,
          '新しいアドレスに届いたリンクが開かれると、変更されます。',
        ],
        button: { label: 'パスワードを再設定する', url: `${siteUrl}/reset_password` },
        notes: [
          'ご自身のお申し込みであれば、このメールへのお手続きは必要ありません。',
          'お心当たりのない場合は、すぐにパスワードを再設定してください。変更のお申し込みは取り消されます。',
        ],
      }
    case 'emailChanged':
      return {
        subject: `【${SITE_TITLE}】メールアドレスを変更しました`,
        paragraphs: [
          `${moment(letter.at)}に、メールアドレスが変更されました。`,
          'これからは、新しいアドレスでログインしてください。このアドレスへのお知らせは届かなくなります。',
        ],
        button: { label: '運営者の連絡先を見る', url: `${siteUrl}/legal` },
        notes: ['変更した覚えのない場合は、すぐに運営者へご連絡ください。'],
      }
  }
}
