export const SELLER_NOT_READY = '現在、このルームではお支払いを受け付けていません。'
export const ACCOUNT_BLOCKED = '売上の受け取りが停止されています'
export const SELLER_ON_REQUEST = 'ご請求があれば遅滞なく開示します。'
export const INVOICE_NUMBER_WRONG =
  '登録番号が正しくありません。Tと13桁の数字を、もう一度ご確認ください'
export const INVOICE_SINCE_WRONG = '登録日を正しく入力してください'
export const SELLER_TERMS_NEEDED = '販売者の規約への同意が必要です'
export const SELLER_TOO_YOUNG = '販売者の登録は、18歳以上の方に限らせていただいています'
export const SELLER_ROOM_NEEDED = '先にルームを開いてください。'
export const SELLER_BLOCKED =
  '販売が停止されているため、登録内容を変更できません。お問い合わせください。'
export const SELLER_FACT_REFUSED = '決済会社で確認できない内容です。もう一度ご確認ください'
export const SELLER_LEFT =
  '決済会社との連携が解除されました。販売を再開するには、お問い合わせください。'
export const FACTS_MISSING = '先に、氏名・所在地・電話番号を登録してください。'
export const PAYOUT_FAILED =
  '振込先に入金できませんでした。口座の内容をご確認ください。次の振込日にもう一度お送りします。'
