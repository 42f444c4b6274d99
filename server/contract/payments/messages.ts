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
export const KONBINI_DAYS_WRONG = 'コンビニ払いの期限を選んでください'
export const KONBINI_NOT_ACTIVE =
  'コンビニ払いは、決済会社の確認が済んでからお選びいただけます。「収益化」でご確認ください。'
export const KONBINI_NOT_OFFERED =
  'このお申し込みでは、コンビニ払いをご利用いただけません。カードでお支払いください。'
export const KONBINI_REFUSED =
  'コンビニ払いの番号を発行できませんでした。カードでお支払いいただくか、時間を空けてもう一度お試しください。'
export const KONBINI_OPEN =
  'コンビニ払いの番号が発行されています。ほかの方法や内容で申し込む場合は、先に番号を取り消してください。'
export const KONBINI_PAID = 'すでにお支払いいただいています。チケットボックスをご確認ください。'
export const JCB_REFUSED =
  '現在JCBでの決済はご利用いただけません。恐れ入りますが、他のカードブランドをご利用ください。'
