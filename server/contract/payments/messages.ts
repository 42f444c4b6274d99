/** Most of these messages are fixed by the product. */

export const CARD_NOT_AUTHENTICATED =
  '支払い方法を認証できません。別の支払い方法を選択して、もう一度お試しください。'
export const FREE_JOIN_FAILED = '削除時エラーが起こりました。時間を空けて再度お試しください。'

export const NOT_FREE = 'お支払いが必要です。'
export const FREE_OF_CHARGE = '無料のため、お支払いは必要ありません。'
export const PAYMENT_UNFINISHED = 'お支払いがまだ完了していません。'
/** Appended to the product's messages, to prevent a second payment when the first answer is slow. */
export const PAID_ANYWAY = 'お支払いが済んでいるときは、このあと自動で反映されます。'
export const GUARDIAN_BEFORE_PAYING = '18歳未満の方は、お支払いの前に保護者の同意を得てください。'
export const GUARDIAN_AGREES = 'この内容で申し込むことに、保護者の同意を得ています'
export const CARD_WRONG = '入力情報でエラーが起こりました。ご確認の上正しい情報を入力してください。'
export const JCB_REFUSED =
  '現在JCBでの決済はご利用いただけません。恐れ入りますが、他のカードブランドをご利用ください。'
