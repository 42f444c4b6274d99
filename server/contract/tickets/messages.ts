export const SOLD_OUT = 'チケットは売り切れました。'
export const SALES_OVER = 'チケットの販売は終了しました。'
export const SALES_NOT_YET = 'チケットの販売は、まだ始まっていません。'
export const TICKET_NOT_VALID = 'このチケットは、すでに使用済みか無効です。'
export const REFUND_ON_ITS_WAY = 'このチケットは、すでに取り消されています。'
export const HOLDER_CANCELLED = 'チケットを取り消しました。'
export const TICKET_GIVEN_ALREADY = 'この方は、このチケットをすでにお持ちです。'
export const NOT_A_MEMBER_GIVEN = 'メンバー限定のチケットは、ルームのメンバーにのみ渡せます。'
export const OWNER_GIVEN = 'ご自身には渡せません。'
export const TICKET_OVER = '公開中で、終了前のチケットのみ渡せます。'
export const DEVICE_KEY_WRONG = 'この端末では、動くコードを表示できません。'
export const BOUND_TOO_OFTEN =
  '表示する端末の変更は、1日に5回までです。しばらくしてからもう一度お試しください。'
export const moveWaits = (from: string) =>
  `切り替えを受け付けました。${from} から、この端末で表示できます。前の端末でチケットを開いて「すぐに切り替える」を押すと、待たずに表示できます。`
export const NOT_SHOWN_HERE =
  'この端末は、いまこのチケットを表示していません。チケットを開き直してからお試しください。'
export const ENTRANT_NEEDED =
  'このチケットは「特定興行入場券」です。入場される方の氏名と連絡先を入力してください。'
export const ENTRANT_NAME_NEEDED = '入場される方の氏名を入力してください'
export const ENTRANT_NAME_STANDS =
  '登録した氏名は変更できません。間違えたときは、オーナーにお問い合わせください。'
export const ENTRANT_CONTACT_NEEDED = '電話番号かメールアドレスを入力してください'
export const NAMED_NEEDS_PRICE = '特定興行入場券にできるのは、有料のチケットだけです'
export const NAMED_STANDS = 'お申し込みがあったため、変更できません'
export const TICKET_HELD = 'このイベントのチケットはすでにお持ちです。'
/** Replaces the name of a gate if a ticket was torn on its holder's own phone. */
export const TORN_BY_HAND = 'もぎり'
export const TEAR_TOO_EARLY = '開場前のため、もぎりはできません。'
export const HOLD_OVER =
  'お支払いの期限が過ぎました。代金をお支払い済みの場合は、自動で返金されます。'
export const TICKET_CANCEL_STARTED =
  '公演を中止しました。お持ちの方へのお知らせと返金を始めています。'
