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
  '表示する端末の変更は、1日に5回までです。しばらくしてから、もう一度お試しください。'
export const moveWaits = (from: string) =>
  `切り替えを受け付けました。${from} から、この端末で表示できます。前の端末でチケットを開いて「すぐに切り替える」を押すと、待たずに表示できます。`
export const MOVE_UNPROVED =
  'この端末で表示するには、ご本人の確認が必要です。前の端末でチケットを開いて「ほかの端末へ移す」を押すか、このページを読み込み直して、メールの確認コードかパスキーで確認してください。'
export const MOVE_CODE_WRONG =
  '確認コードが正しくないか、期限が切れています。最新のメールをお確かめいただくか、もう一度送ってください'
export const MOVE_CODE_TRIES =
  '確認コードの入力回数が多すぎます。しばらくしてから、もう一度お試しください。'
export const NOT_SHOWN_HERE =
  'この端末は、いまこのチケットを表示していません。チケットを開き直してからお試しください。'
export const ENTRANT_NEEDED =
  'このチケットは「特定興行入場券」です。入場される方の氏名と連絡先を入力してください。'
export const ENTRANT_NAME_NEEDED = '入場される方の氏名を入力してください'
export const ENTRANT_NAME_STANDS =
  '登録した氏名は変更できません。間違えたときは、オーナーにお問い合わせください。'
export const ENTRANT_CONTACT_NEEDED = '電話番号かメールアドレスを入力してください'
export const NAMED_NEEDS_PRICE = '特定興行入場券にできるのは、有料のチケットだけです'
export const TRANSFER_STANDS = '譲渡できるチケットとしてお申し込みがあったため、変更できません'
export const NAMED_STANDS = 'お申し込みがあったため、変更できません'
export const TICKET_HELD = 'このイベントのチケットはすでにお持ちです。'
/** Replaces the name of a gate if a ticket was torn on its holder's own phone. */
export const TORN_BY_HAND = 'もぎり'
export const TEAR_TOO_EARLY = '開場前のため、もぎりはできません。'
export const HOLD_OVER =
  'お支払いの期限が過ぎました。代金をお支払い済みの場合は、自動で返金されます。'
export const TICKET_CANCEL_STARTED =
  '公演を中止しました。お持ちの方へのお知らせと返金を始めています。'
export const TYPE_NEEDED = '券種を選んでください。選べないときは、ページを読み込み直してください。'
export const TYPE_GONE = 'この券種は、もうありません。ページを読み込み直してください。'
export const TYPE_NOT_YET = 'この券種の販売は、まだ始まっていません。'
export const TYPE_OVER = 'この券種の販売は終了しました。'
export const TYPE_FOR_MEMBERS = 'この券種は、ルームのメンバーの方だけが購入できます。'
export const typeForMonths = (months: number) =>
  `この券種は、ルームに参加して${months}か月以上の方だけが購入できます。`
export const typeLimit = (limit: number) =>
  `この券種は、お一人さま${limit}枚までです。ほかの方に渡した分も数えます。`
export const typeSoldOut = (name: string) => `「${name}」は売り切れました。`
export const seatsLimit = (limit: number) =>
  limit === 1
    ? 'このチケットは、お一人さま1枚ずつの購入です。ページを読み込み直してください。'
    : `一度に購入できるのは、${limit}枚までです。`
export const seatsTogether = (seats: number) =>
  `${seats}枚分のお席がありません。枚数を減らしてお試しください。`
export const OFFER_ONE_SEAT = 'ご案内しているお席は、お一人さま1枚です。1枚でお申し込みください。'
export const offerSeats = (seats: number) =>
  seats === 1
    ? OFFER_ONE_SEAT
    : `ご案内しているお席は、${seats}枚です。${seats}枚以下でお申し込みください。`
export const TYPES_WRONG = '券種の形式が正しくありません'
export const TYPES_TOO_MANY = '券種は8つまでです'
export const TYPES_TOO_LATE =
  'お申し込みのあったチケットには、券種を設けられません。新しいチケットを作成してください'
export const TYPE_STANDS =
  'お申し込みやキャンセル待ちのあった券種は、削除できません。「販売を止める」をお使いください'
export const TYPE_NAME_NEEDED = '券種の名前を入力してください'
export const TYPE_NAME_TWICE = '同じ名前の券種があります'
export const TYPE_NAME_STANDS = 'お申し込みがあったため、名前は変更できません'
export const TYPE_PREFIX_WRONG = '整理番号の記号は、数字以外で終えてください'
export const TYPE_PREFIX_TWICE =
  '整理番号の記号が、ほかの券種か「整理番号の頭につける文字」と同じです。別の記号にしてください'
export const TYPE_PREFIX_STANDS =
  'この券種のチケットをお渡ししたため、整理番号の記号は変更できません'
export const TYPE_PREFIX_ALONE =
  '記号のない券種と見分けがつきません。「整理番号の頭につける文字」を数字以外で終わるように入力するか、すべての券種に記号を入れてください'
export const TYPE_UNTIL_EARLY = '販売の終わりは、始まりより後にしてください'
export const TYPE_UNTIL_LATE = '販売の終わりは、開演までにしてください'
export const PRICE_BY_TYPE =
  '価格は券種ごとに決めます。ページを読み込み直して、券種の価格を変更してください'

/** Beside a time or a venue of an evening that somebody bought, or is about to pay. */
export const BUYERS_NOTIFIED = '変更すると、お申し込みのあった方にメールでお知らせします'
