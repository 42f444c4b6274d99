export const NO_TICKET = 'このチケットはお持ちではありません。'
export const RESALE_OFF = 'このチケットは、公式リセールの対象ではありません。'
export const RESALE_OVER =
  '公式リセールの受付は終わりました。チケットはそのままお使いいただけます。'
export const RESALE_UNPAID = '公式リセールに出せるのは、ご自身で代金を支払ったチケットだけです。'
export const RESALE_TRANSFERRED =
  '譲り受けたチケットは、公式リセールに出せません。代金は、購入した方に返金されるためです。'
export const RESALE_PRICE_CHANGED =
  'お支払いの金額が、いまの価格と違うため、公式リセールに出せません。チケットはそのままお使いいただけます。'
export const RESALE_USED = '使用したチケットは、公式リセールに出せません。'
export const RESALE_OFFERED =
  '譲渡を申し出ているため、公式リセールに出せません。譲渡を取り消してからお試しください。'
export const RESALE_WITH_COMPANIONS =
  '同行者の分と一緒に購入したチケットは、公式リセールに出せません。返金が、ご購入の全体に及ぶためです。'
export const RESALE_REFUNDED = '返金のあったチケットは、公式リセールに出せません。'
export const RESALE_BEING_PAID =
  '次の方がお支払いの手続きをしているため、いまは取りやめられません。しばらくしてから、もう一度お試しください。'
export const RESALE_TOO_OFTEN =
  '公式リセールに出せるのは、1日に30回までです。しばらくしてから、もう一度お試しください。'
/** Of a transfer. */
export const LISTED_NOT_TRANSFERABLE =
  '公式リセールに出しているため、譲渡できません。取りやめてからお試しください。'
/** Of the owner's form. */
export const RESALE_STANDS =
  'チケットをお持ちの方にお約束しているため、公式リセールの締め切りは、早めたり、なくしたりできません'
export const RESALE_UNTIL_WRONG = '公式リセールの締め切りを正しく入力してください'
export const RESALE_UNTIL_LATE = '公式リセールの締め切りは、開演日時までにしてください'
export const RESALE_UNTIL_LATE_EVENT = '公式リセールの締め切りは、開始日時までにしてください'
export const PRICE_STANDS_LISTED = '公式リセールに出ているチケットがあるため、価格は変更できません'
