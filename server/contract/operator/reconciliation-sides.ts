/** States and kinds, ours and the provider's, as the report names them. */
const STATES: Record<string, string> = {
  open: '手続き中',
  settled: '完了',
  failed: '失敗',
  refunded: '返金済み',
  done: '完了',
  made: '実行済み',
  replaced: '別の返金に置き換え',
  started: '開始',
  requires_action: '本人の確認待ち',
  processing: '確認中',
  succeeded: '成功',
  cancelled: '取り消し',
  canceled: '取り消し',
  pending: '準備中',
  in_transit: '送金中',
  paid: '着金',
  won: 'オーナーの勝ち',
  lost: '購入者の勝ち',
  active: '参加中',
  past_due: 'お支払いの遅れ',
  left: '退会済み',
  over: '終了済み',
  unknown: '記録なし',
  one: '1件',
  payouts: '振込',
  database: 'データベース',
  charge: '売上',
  payment: '売上',
  refund: '返金',
  payment_refund: '返金',
  adjustment: '調整',
  application_fee_refund: 'サービス手数料の返還',
  stripe_fee: '決済手数料',
  room: 'ルーム',
  event: 'イベント',
  digital_ticket: '電子チケット',
}
const stateLabel = (word: string) => STATES[word] ?? word

type Says = (first: string, second: string, third: string) => string
/** Patterns of the parts of a side: between commas, semicolons and colons. */
const PARTS: [RegExp, Says][] = [
  [/^not in the ledger$/, () => '帳簿にない'],
  [/^no such (line|refund|payout|subscription)$/, (what) => `${NONE[what]}がない`],
  [/^names no line of the provider$/, () => '決済会社の行と結びついていない'],
  [/^its sides sum to (.+)$/, (sum) => `仕訳の合計が${sum}`],
  [/^(buyer|seller|platform_fee|provider_fee) (.+)$/, (side, sum) => `${SIDES[side]} ${sum}`],
  [/^(ledger|list) (¥.+)$/, (where, sum) => `${where === 'ledger' ? '帳簿' : '一覧'} ${sum}`],
  [/^(¥\S+) (paid|back|due)$/, (sum, way) => `${SUMS[way]} ${sum}`],
  [/^(\d+) unused days$/, (days) => `利用できなかった日数 ${days}日`],
  [
    /^our refund (\S+) (\S+) (\w+)$/,
    (_why, sum, state) => `当方の返金 ${sum}（${stateLabel(state)}）`,
  ],
  [/^dispute (\w+)$/, (state) => `申し立て（${stateLabel(state)}）`],
  [/^(\d+) payments that were kept$/, (n) => `返していない支払い ${n}件`],
  [/^(\d+) payments$/, (n) => `支払い ${n}件`],
  [/^(\d+) rights$/, (n) => `有効な権利 ${n}件`],
  [/^(\d+) tickets$/, (n) => `チケット ${n}枚`],
  [/^(\d+) tickets for (\d+) seats$/, (n, seats) => `定員${seats}に対してチケット ${n}枚`],
  [/^(\d+) (taken|counted|companions|held|listed)$/, (n, how) => `${COUNTED[how]} ${n}`],
  [/^(\d+) uses of (\d+)$/, (n, limit) => `上限${limit}枚に対して使用 ${n}枚`],
  [/^(\d+) uses (noted|made)$/, (n, how) => `${USES[how]} ${n}枚`],
  [/^its work was left (\d+) times$/, (n) => `処理の予定が${n}回`],
  [/^the sum is (.+)$/, (sum) => `金額は${sum}`],
  [/^the currency is (.+)$/, (currency) => `通貨は${currency.toUpperCase()}`],
  [/^it was made for order (.+)$/, (id) => `注文 ${id} の支払い`],
  [/^it was made for (.+)$/, (id) => `${id} の支払い`],
  [/^with(out)? the archive$/, (out) => (out ? '見逃し配信を含まない' : '見逃し配信を含む')],
  [/^nothing was paid$/, () => '支払いなし'],
  [/^in (acct_\S+)$/, (account) => `口座 ${account}`],
  [/^one order$/, () => '注文 1件'],
  [/^no membership$/, () => '参加の記録なし'],
  [/^goes on$/, () => '継続'],
  [/^ends with its period$/, () => '期間の終わりに終了'],
  [/^order (\S+) \((\w+)\)$/, (id, state) => `注文 ${id}（${stateLabel(state)}）`],
  [/^attempt (\S+) is (\w+)$/, (id, state) => `支払いの手続き ${id} は${stateLabel(state)}`],
  [/^(\w+) right (\S+)$/, (kind, id) => `${stateLabel(kind)}の権利 ${id}`],
  [
    /^(order|refund|movement|event|digital_ticket|ticket_type|promotion_code) (\S+)$/,
    (what, id) => `${OBJECT_LABELS[what]} ${id}`,
  ],
  [/^(\S+) (in|at) (\S+)$/, (who, _at, where) => `${who}（${where}）`],
]
const NONE: Record<string, string> = {
  line: '該当の行',
  refund: '該当の返金',
  payout: '該当の振込',
  subscription: '該当の定期支払い',
}
const SUMS: Record<string, string> = { paid: '支払い', back: '返金', due: '返すべき金額' }
const SIDES: Record<string, string> = {
  buyer: '購入者',
  seller: 'オーナー',
  platform_fee: 'サービス手数料',
  provider_fee: '決済手数料',
}
const COUNTED: Record<string, string> = {
  taken: '埋まった席',
  counted: '参加者数',
  companions: '同行者の席',
  held: '確保中',
  listed: 'リセール中',
}
const USES: Record<string, string> = { noted: '記録された使用', made: '購入での使用' }
const OBJECT_LABELS: Record<string, string> = {
  order: '注文',
  refund: '返金',
  movement: '仕訳',
  event: 'イベント',
  digital_ticket: '電子チケット',
  ticket_type: '券種',
  promotion_code: 'コード',
}

function partLabel(part: string): string {
  for (const [form, says] of PARTS) {
    const match = form.exec(part)
    if (!match) continue
    const [, first = '', second = '', third = ''] = match
    return says(first, second, third)
  }
  return stateLabel(part)
}

/** Translates a side of a difference, or its object, for operators; the provider's references stay as they are. */
export const sideLabel = (side: string): string =>
  side
    .split(/(, |; |: )/)
    .map((part, at) => (at % 2 === 0 ? partLabel(part) : (BETWEEN[part] ?? part)))
    .join('')
const BETWEEN: Record<string, string> = { ', ': '、', '; ': '／', ': ': '：' }
