/** Missing requirements, by prefix of the provider's code, in the user's words. */
const WANTED: [code: RegExp, words: string][] = [
  [/verification\.additional_document/, '住所を確認できる書類をお送りください。'],
  [/verification\.(document|proof_of_liveness)/, '本人確認書類をお送りください。'],
  [/^external_account/, '売上を受け取る銀行口座を登録してください。'],
  [/^tos_acceptance/, '決済会社の利用規約に同意してください。'],
  [/address_kana/, '住所のフリガナを入力してください。'],
  [/address/, '住所を入力してください。'],
  [/(first|last)_name_kana/, '氏名のフリガナを入力してください。'],
  [/(first|last)_name/, '氏名を入力してください。'],
  [/\.dob\b/, '生年月日を入力してください。'],
  [/\bphone$/, '電話番号を入力してください。'],
  [/\bemail$/, 'メールアドレスを入力してください。'],
  [/\.id_number/, '本人確認の番号を入力してください。'],
  [/^business_profile\.(mcc|product_description)/, '販売する内容を入力してください。'],
  [/^business_profile\.url/, '販売するページのURLを入力してください。'],
  [/^business_profile/, '販売の内容について入力してください。'],
  [/^business_type/, '個人・法人の区分を選んでください。'],
  [/^company\./, '法人の情報を入力してください。'],
  [/^(representative|owners|directors|executives)/, '代表者・役員の情報を入力してください。'],
]
const SOMETHING = '決済会社の画面で、追加の情報を入力してください。'

/** Errors in submitted data. */
const WRONG: [code: RegExp, words: string][] = [
  [/document_(expired|issue_or_expiry)/, '書類の有効期限が切れています。'],
  [/document_(missing_back|back_missing)/, '書類の裏面がありません。'],
  [/document_(missing_front|front_missing)/, '書類の表面がありません。'],
  [
    /document_(not_readable|too_blurry|not_uploaded|incomplete|corrupt|greyscale|failed_greyscale)/,
    '書類の画像を読み取れませんでした。明るい場所で、全体がはっきり写るように撮影してください。',
  ],
  [/document_too_large/, '書類の画像が大きすぎます。'],
  [
    /document_(manipulated|photo_mismatch|failed_copy|fraudulent|invalid)/,
    '書類を確認できませんでした。原本を撮影した画像をお送りください。',
  ],
  [
    /document_(type_not_supported|country_not_supported)/,
    '使えない種類の書類です。運転免許証・マイナンバーカード・パスポートなどをお送りください。',
  ],
  [
    /document_(name_mismatch|name_missing)|name_mismatch|keyed_identity/,
    '書類の氏名が、登録した氏名と一致しません。',
  ],
  [/document_(dob_mismatch|dob)|dob_/, '書類の生年月日が、登録した生年月日と一致しません。'],
  [/address_mismatch|document_address/, '書類の住所が、登録した住所と一致しません。'],
  [/invalid_address|address/, '住所を確認できませんでした。'],
  [/phone/, '電話番号を確認できませんでした。'],
  [/url|website/, '販売するページのURLを確認できませんでした。'],
  [/document/, '書類を確認できませんでした。'],
]
const SOMETHING_WRONG = '登録内容を確認できませんでした。もう一度ご確認ください。'

/** Reasons why an account is disabled. */
const STOPPED: [code: RegExp, words: string][] = [
  [/fraud/, '不正利用の疑いがあるため、決済会社が停止しました。'],
  [/terms_of_service/, '決済会社の利用規約に反するため、停止されました。'],
  [/listed/, '決済会社の確認により、停止されています。'],
  [/incomplete_verification/, '本人確認が期限までに終わらなかったため、停止されました。'],
  [/platform_paused/, '運営により、一時的に停止されています。'],
]
const STOPPED_SOMEHOW = '決済会社により、停止されています。'

const textOf = (table: [RegExp, string][], code: string, otherwise: string) =>
  table.find(([pattern]) => pattern.test(code))?.[1] ?? otherwise

export const requiredText = (code: string) => textOf(WANTED, code, SOMETHING)
export const errorText = (code: string) => textOf(WRONG, code, SOMETHING_WRONG)
export const disabledText = (code: string) => textOf(STOPPED, code, STOPPED_SOMEHOW)
