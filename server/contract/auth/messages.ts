import { longDay } from '../lib/japan-time.ts'
import { ADULT_AGE } from '../shared/limits.ts'
import { NAME_CHANGE_DAYS } from './limits.ts'

export const WRONG_LOGIN = 'メールアドレスまたはパスワードが正しくありません。'
/** The same for known and unknown addresses. */
export const SIGN_UP_SENT =
  '確認メールを送りました。届いたメールのリンクから登録を完了してください。'
export const RESET_SENT =
  'ご登録のメールアドレスであれば、再設定のリンクを送りました。メールをご確認ください。'
export const NAME_CHARACTERS = 'ユーザー名は3〜20文字の半角英小文字・数字・_ で入力してください'
export const NAME_TAKEN = 'このユーザー名は使えません。別の名前を入力してください'
/** `again`: an instant. */
export const nameChangedLately = (again: string) =>
  `ユーザー名の変更は${NAME_CHANGE_DAYS}日に1回までです。次は${longDay(again)}から変更できます`
export const NAME_TAKEN_MEANWHILE =
  'ご希望のユーザー名は、確認のあいだにほかの方が登録しました。別の名前でもう一度ご登録ください。'
export const PASSWORD_COMMON = '推測されやすいパスワードです。別のものを入力してください'
export const PASSWORDS_DIFFER = 'パスワードが一致しません'
export const BIRTHDAY_WRONG = '生年月日を正しく入力してください'
export const GENDER_NEEDED = '性別を選んでください'
export const GUARDIAN_NEEDED = '18歳未満の方は、保護者の同意が必要です'
/** Of a payment by a person who has not been asked for it. */
export const BIRTHDAY_BEFORE_PAYING =
  'お支払いの前に、生年月日が必要です。「プロフィール設定」から入力してください。'
export const TERMS_NEEDED = '利用規約への同意が必要です'
export const EMAIL_SENT =
  '新しいメールアドレスに確認のメールを送りました。24時間以内に、メールのリンクを開いてください。'
export const EMAIL_SAME = 'いまお使いのメールアドレスです'
export const EMAIL_TAKEN = 'このメールアドレスは、別のアカウントで使われています。'
export const LINK_SPENT = 'このリンクは使えません。期限が切れたか、すでに使われています。'
export const PASSWORD_NONE =
  'パスワードがまだ設定されていません。ログイン画面の「パスワードを忘れたとき」から、メールで設定できます'
/** Replaces the name of a suspended user. */
export const SUSPENDED_NAME = '利用停止中のユーザー'
export const ACCOUNT_SUSPENDED =
  'このアカウントは利用停止中です。理由はメールでお知らせしています。お心当たりのない場合は、「特定商取引法に基づく表記」にある運営者の連絡先へお問い合わせください。'
export const TOO_MANY_LOGINS =
  'ログインの試行回数が多すぎます。しばらくしてから、もう一度お試しください。'
export const TOO_MANY_MAILS =
  'メールの送信回数が多すぎます。届いたメールをご確認のうえ、しばらくしてから、もう一度お試しください。'

/** Fixed by the product. */
export const TERMS_UNCHECKED = 'サービス条項に同意した上、登録してください。'

export const PASSWORD_WRONG = 'パスワードが正しくありません'
export const BIRTHDAY_OF_MINOR = `${ADULT_AGE}歳未満になる生年月日への変更には、保護者の方の同意が必要です。お問い合わせください。`
