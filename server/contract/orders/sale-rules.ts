// What buyers are promised. Each sentence stands here once: the final confirmation, the seller's page, the site's own
// page of 特定商取引法, terms, help and emails are made of it.

import { MOVED_FAR_MS, MOVED_REFUND_DAYS, NOT_STARTED_MS } from '../events/limits.ts'
import { LIVE_ONLY, WITH_ARCHIVE } from '../events/live-only.ts'
import { HOUR_MS, MINUTE_MS } from '../lib/durations.ts'
import { KONBINI_DAYS, KONBINI_STORES } from '../payments/konbini.ts'

/** Facts of one product. Texts about all sales have none. */
export interface SoldTerms {
  /** Yen, tax included; of a room for each month. 0: a free ticket. */
  amount?: number
  /** Day on which a membership begins, and the one on which it is renewed. */
  today?: string
  each?: string
  /** When applications end; when an event starts, or doors open and the performance starts. */
  until?: string
  provided?: string
  /** Days for which a recording can be watched. */
  archiveDays?: number
  /** Of an event that is sold in two kinds: whether it is without the recording; null: of no such event. */
  liveOnly?: boolean | null
  /** Until when a ticket may be given back; null: not at all. */
  resaleUntil?: string | null
  /** A holder gave it back. */
  resold?: boolean
  /** Until when the seat is held for the buyer, who waited for it or won it (`drawn`); null: it is not. */
  heldUntil?: string | null
  drawn?: boolean
  /** Of an entry ticket: seats of the purchase, whether they may be transferred, and how they are sold. */
  seats?: number
  noTransfer?: boolean
  named?: boolean
  coded?: boolean
  /** Of a ticket that is sold by types. */
  typed?: boolean
  /** Deadline of a payment in a convenience store; null: it is paid by card. */
  payUntil?: string | null
}

export interface SaleRule {
  /** In the confirmation and on the pages of 特定商取引法. */
  label: string
  /** Of one sale, or without `sold` of all: then it says for which it holds. */
  text: (sold?: SoldTerms) => string
  /** The sales for which it holds; missing: all of its kind. */
  holds?: (sold: SoldTerms) => boolean
}

export const taxIncluded = (amount: number) => `¥${amount.toLocaleString('ja-JP')}（税込）`

/** The means of payment: every text about paying names them so. */
export const BY_CARD = 'クレジットカード'
export const BY_KONBINI = 'コンビニ払い'
/** The stores that take a payment number. */
export const STORES = `コンビニエンスストア（${Object.values(KONBINI_STORES).join('、')}）`
/** All means of payment, where no single purchase is meant. */
export const PAYMENT_METHODS = `${BY_CARD}（Apple Pay と Google Pay に登録したものを含みます）。チケットは、お選びいただけるものに限り、${BY_KONBINI}（${STORES}）でもお支払いいただけます。`
/** How money comes back that was paid in a store. */
export const REFUND_BY_TRANSFER =
  '決済会社（Stripe）から届くメールのリンクで、振込先の口座をご入力ください。'

/** Follows the verb where somebody refunds others. */
export const BACK_BY_TRANSFER = '（コンビニ払いの場合は、銀行口座への振込です）'
/** Where the money of a sold ticket goes back to, however it was paid. */
export const MONEY_BACK = 'カードでのお支払いはそのカードへ、コンビニでのお支払いは銀行口座へ'

const backTo = (payUntil: string | null | undefined) => {
  if (payUntil === undefined) return `返金します（${MONEY_BACK}）`
  return `${payUntil === null ? 'お支払いに使われたカード' : '銀行口座'}へ返金します`
}

/** Notice that a ticket may not be sold on. `resaleUntil`: deadline of 公式リセール; null: there is none. */
export function resaleBan(resaleUntil: string | null | undefined): string {
  if (resaleUntil === null) return 'このチケットの転売は禁止されています。'
  const what = resaleUntil === undefined ? 'チケット' : 'このチケット'
  return `公式リセールのほかで、${what}を転売することは禁止されています。`
}

/** Of a seat that is held for a person: nobody is charged for it, and until when it is held. */
export const NOT_AUTOMATIC = '自動で購入になることはありません。'
export const OFFER_LAPSES = '期限を過ぎると、お席は次の方にご案内します。'
export const WIN_LAPSES = '期限を過ぎると、当選は取り消されます。'
export const NEXT_DRAWN = 'お席は、抽選の順番で次の方にご案内します（繰り上げ当選）。'

/** Minutes after which an event counts as not begun. */
export const LATE_MINUTES = NOT_STARTED_MS / MINUTE_MS
export const NO_PRO_RATA = '日割りの返金はありません。'
const FAR_HOURS = MOVED_FAR_MS / HOUR_MS

const isPaid = ({ amount }: SoldTerms) => amount !== 0

const sum = (amount: number | undefined) => (amount === undefined ? '' : ` ${taxIncluded(amount)}`)

export const SALE_RULES = {
  room_paid: {
    label: '支払時期',
    text: ({ amount, today, each } = {}) =>
      `初回は${today ? `本日 ${today}` : 'お申し込みのとき'}に最初の1か月分${sum(amount)}を、2回目からは${each ?? '毎月の同じ日（ない月は末日）'}に1か月分${sum(amount)}を、クレジットカードで自動でお支払いいただきます。`,
  },
  room_year: {
    label: '1年の合計',
    text: ({ amount } = {}) =>
      amount === undefined
        ? '1年間（12回）のお支払いの合計は、月額の12倍です。'
        : `1年間（12回）のお支払いの合計は、${taxIncluded(amount * 12)}です。`,
  },
  room_provided: { label: '提供時期', text: () => 'お支払いのあと、すぐにご利用いただけます。' },
  room_application: {
    label: '申込期間',
    text: () =>
      '期間の定めはありません。オーナーが新しい参加の受付を止めたときは、お申し込みいただけません。',
  },
  room_term: {
    label: '契約期間',
    text: () => '期間の定めはなく、退会されるまで、1か月ごとに自動で更新されます。',
  },
  room_leaving: {
    label: '退会',
    text: () =>
      `「参加中のルーム」からいつでもできます。次の更新日の前日までに手続きをすると、次回からのお支払いはありません。お支払い済みの期間の終わりまではご利用いただけます。${NO_PRO_RATA}`,
  },
  room_price: {
    label: '金額の変更',
    text: () =>
      '参加費が下がったときは、次の更新から下がった金額になります。上がったときは、参加中のあいだは、それまでの金額のままです。',
  },
  room_suspended: {
    label: '利用の停止',
    text: () =>
      'ルームまたはオーナーが利用停止となり、お支払い済みの期間にご利用いただけない日があったときは、その日数（まる1日を1日とします）に応じた参加費を日割りで計算し（1円未満は切り捨てます）、手続きなしで、お支払いに使われたカードへ返金します。',
  },
  ticket_paid: {
    label: '支払時期',
    holds: isPaid,
    text: ({ payUntil } = {}) => {
      if (payUntil === null) return `お申し込みと同時に、${BY_CARD}でお支払いいただきます。`
      if (payUntil !== undefined)
        return `${payUntil}までに、${STORES}でお支払いいただきます。お申し込みのあとに、お支払いの番号を表示します。期限までにお支払いがないときは、お申し込みは取り消されます。`
      return `${BY_CARD}のときは、お申し込みと同時にお支払いいただきます。${BY_KONBINI}をお選びいただけるチケットで、${BY_KONBINI}のときは、お申し込みのときに表示する期限（お申し込みの${KONBINI_DAYS.max}日後までの日時）までに、${STORES}でお支払いいただきます。期限までにお支払いがないときは、お申し込みは取り消されます。`
    },
  },
  event_provided: {
    label: '視聴',
    text: ({ provided, archiveDays, liveOnly } = {}) =>
      `${provided ?? '表示した開始日時（日本時間）'}から、配信をご覧いただけます。${liveOnly ? '見逃し配信は含まれません。' : recording(archiveDays)}`,
  },
  event_kinds: {
    label: '券種',
    holds: ({ liveOnly = null }) => liveOnly !== null,
    text: (sold?) => {
      if (!sold)
        return `オーナーが2種類で販売するイベントでは、「${LIVE_ONLY}」と「${WITH_ARCHIVE}」のどちらかをお選びいただきます。「${LIVE_ONLY}」は配信中だけのチケットで、配信の終了後の見逃し配信はご覧いただけません。${KIND_FINAL}`
      return sold.liveOnly
        ? `「${LIVE_ONLY}」です。配信中だけのチケットで、配信の終了後の見逃し配信はご覧いただけません。${KIND_FINAL}`
        : `「${WITH_ARCHIVE}」です。配信と、その終了後の見逃し配信をご覧いただけます。${KIND_FINAL}`
    },
  },
  entry_provided: {
    label: '日時',
    text: ({ provided, payUntil } = {}) =>
      `チケットは、${payUntil === null ? 'お申し込み' : 'お支払い'}のあとすぐにチケットボックスに表示します。入場は、${provided ?? '表示した日時（日本時間）'}です。`,
  },
  event_application: {
    label: '申込期間',
    text: ({ until, heldUntil } = {}) =>
      `${until ?? 'イベントのページに表示した販売終了の日時（日本時間）'}までです。${soldOut(heldUntil)}`,
  },
  entry_application: {
    label: '申込期間',
    holds: isPaid,
    text: ({ until, heldUntil } = {}) =>
      `${until ?? '開演の日時（日本時間。券種に販売の期間があるときは、その終わり）'}までです。${soldOut(heldUntil)}`,
  },
  ticket_waited: {
    label: 'お席の期限',
    holds: ({ heldUntil, drawn = false }) => isHeld(heldUntil) && !drawn,
    text: (sold?) =>
      sold
        ? `お席を、${sold.heldUntil}までお取りしています。${OFFER_LAPSES}`
        : `キャンセル待ちに登録されると、空いたお席を、登録の早い順に、ご希望の枚数がそろう方へご案内し、そのときに表示する期限までお取りします。${TYPED_LINE}${NOT_AUTOMATIC}${OFFER_LAPSES}登録に料金はかかりません。`,
  },
  entry_lottery: {
    label: '抽選販売',
    holds: ({ heldUntil, drawn = false }) => isHeld(heldUntil) && drawn,
    text: (sold?) =>
      sold
        ? `当選されたお席を、${sold.heldUntil}までお取りしています。${WIN_LAPSES}${NEXT_DRAWN}`
        : `抽選で販売するチケットは、受付の期間、結果の発表の日時、購入の期限を、申し込みの前に表示します。申し込みに料金はかかりません。当選しても${NOT_AUTOMATIC}お支払いは、購入のときです。${WIN_LAPSES}${NEXT_DRAWN}`,
  },
  ticket_resold: {
    label: '公式リセールのチケット',
    holds: ({ resold = false }) => resold,
    text: (sold?) =>
      sold
        ? 'ほかの方が公式リセールに出したチケットです。お支払いと同時に、新しいチケットとしてお客さまに発行します。'
        : `ほかの方が公式リセールに出したチケットは、お支払いと同時に、新しいチケットとして次の方に発行します。${BY_KONBINI}はお選びいただけません。`,
  },
  event_transfer: {
    label: '譲渡',
    text: ({ resaleUntil } = {}) => `ほかの方に譲渡できません。${resaleBan(resaleUntil)}`,
  },
  entry_transfer: {
    label: '譲渡',
    text: ({ noTransfer, resaleUntil } = {}) => {
      if (noTransfer) return `ほかの方に譲渡できません。${resaleBan(resaleUntil)}`
      const allowed = noTransfer === undefined ? 'オーナーが認めている場合に限り、' : ''
      return `${allowed}開場まで、Roomの中でほかの方に無償で譲渡できます。${resaleBan(resaleUntil)}`
    },
  },
  ticket_final: {
    label: 'キャンセル',
    holds: isPaid,
    text: ({ resaleUntil } = {}) =>
      resaleUntil === undefined
        ? 'ご購入のあとの、お客さまのご都合による取り消しと返金はできません。オーナーが公式リセールを受け付けているチケットは、次の方が購入したときに返金します。'
        : resaleUntil === null
          ? 'ご購入のあとの、お客さまのご都合による取り消しと返金はできません。'
          : 'ご購入のあとの、お客さまのご都合による取り消しと返金は、公式リセールで次の方が購入したときを除き、できません。',
  },
  ticket_resale: {
    label: '公式リセール',
    holds: ({ resaleUntil }) => resaleUntil !== null,
    text: ({ resaleUntil, payUntil, typed } = {}) =>
      `${resaleUntil ? `行けなくなったチケットは、${resaleUntil}` : LISTABLE}まで、Roomの公式リセールに出せます。次の方がお支払いになると、チケットはその方のものになり、お支払いいただいた代金の全額を${backTo(payUntil)}。手数料はかかりません。次の方が見つからないときは、お客さまのチケットのままで、返金はありません。${typedResale(typed)}${resaleUntil === undefined ? NOT_LISTABLE : ''}`,
  },
  ticket_cancelled: {
    label: '中止',
    holds: isPaid,
    text: ({ payUntil } = {}) => {
      const card = '中止になったときは、手続きなしで、全額をお支払いに使われたカードへ返金します。'
      if (payUntil === null) return card
      const transfer = `全額を銀行口座へお返しします。${REFUND_BY_TRANSFER}`
      return payUntil === undefined
        ? `${card}${BY_KONBINI}のときは、${transfer}`
        : `中止になったときは、${transfer}`
    },
  },
  event_late: {
    label: '開始の遅れ',
    text: () =>
      `開始予定時刻から${LATE_MINUTES}分を過ぎても配信が始まらないときは、「お支払い履歴」から返金を申請できます。`,
  },
  /** The sentences that the Act on unfair resale asks for (チケット不正転売禁止法2条3項). */
  entry_named: {
    label: '特定興行入場券',
    holds: ({ named = false }) => named,
    text: (sold?) =>
      sold
        ? NAMED
        : `オーナーが「特定興行入場券」として販売するチケットには、次のとおり表示します。『${NAMED}』`,
  },
  entry_companions: {
    label: '同行者',
    holds: ({ seats = 1 }) => seats > 1,
    text: (sold?) =>
      `${sold ? '' : '一度に2枚以上を購入されたときは、'}お一人が1枚を使い、ほかの枚数は同行者の方の分です。お申し込みのあとに、チケットボックスから、お一人ずつリンクで送れます（無償に限ります。譲渡できないチケットでも送れます）。${companionsEnter(sold?.named)}取り消しと返金は、すべての枚数をまとめて行います。公式リセールには出せません。`,
  },
  entry_code: {
    label: 'コードの利用',
    holds: ({ coded = false }) => coded,
    text: () =>
      'コードの割引は、お申し込みのときの価格から差し引きます。取り消しや中止による返金は、実際にお支払いいただいた金額です。お支払いのあとは、取り消しや返金があっても、使ったコードは元に戻りません。割引で購入したチケットは、公式リセールに出せません。',
  },
  event_moved: {
    label: '日時の変更',
    text: () =>
      `開始が${FAR_HOURS}時間を超えて変更されたときは、変更から${MOVED_REFUND_DAYS}日間、配信が始まるまで、「お支払い履歴」から返金を申請できます。`,
  },
} satisfies Record<string, SaleRule>

export type SaleRuleName = keyof typeof SALE_RULES

const KIND_FINAL = 'ご購入のあとに、ほかの券種に変えることはできません。'

const NAMED =
  'このチケットは、チケット不正転売禁止法の「特定興行入場券」です。興行主（ルームのオーナー）の同意のない有償での譲渡を禁止します。お申し込みのときに、入場される方の氏名と連絡先を確認しています。表示した日時と会場に、氏名を登録した方だけが入場できます。入場のときに、ご本人であることを確認します。'

/** Seats of companions that nobody has accepted. `named`: whether the ticket is a 特定興行入場券. */
function companionsEnter(named: boolean | undefined): string {
  if (named) return '同行者の方は、リンクで受け取り、氏名と連絡先を登録すると入場できます。'
  const exception = named === undefined ? '特定興行入場券を除き、' : ''
  return `受け取りのない分は、${exception}受付で一緒に入場できます。`
}

/** Tickets that may be given back, in texts about all sales. */
const LISTABLE =
  'オーナーが受け付けているチケットは、行けなくなったときに、チケットのページに表示した締め切りの日時（日本時間）'

const NOT_LISTABLE =
  '無料のチケット、割引で購入したチケット、2枚以上を一度に購入したチケット、譲り受けたチケットは出せません。'

/** In whose line who waits for a type stands, in texts about all sales. */
const TYPED_LINE =
  '券種のあるチケットでは、登録された券種のお席をご案内し、席数を分け合う券種は、合わせて登録の早い順です。'

/** As what a ticket of a type is sold on. `typed`: whether it has one; undefined: of all sales. */
function typedResale(typed: boolean | undefined): string {
  if (typed === false) return ''
  const whose = typed === undefined ? '券種のあるチケットは、' : ''
  return `${whose}同じ券種として販売するため、その券種の販売が先に終わったときは、受付もその時に終わります。`
}

const isHeld = (heldUntil: string | null | undefined) => typeof heldUntil === 'string'
/** The seats of others do not end the sale of one that is held. */
const soldOut = (heldUntil: string | null | undefined) =>
  isHeld(heldUntil) ? '' : '売り切れたときは、その時に終わります。'

const recording = (days: number | undefined) => {
  if (days === undefined) return '見逃し配信の期限は、イベントのページに表示します。'
  return days > 0 ? `見逃し配信は、終了から${days}日間です。` : '見逃し配信はありません。'
}

/** The rules of each kind of product, in the order of the confirmation. */
export const RULES_OF = {
  room: [
    'room_paid',
    'room_year',
    'room_provided',
    'room_term',
    'room_application',
    'room_leaving',
    'room_price',
    'room_suspended',
  ],
  event: [
    'ticket_paid',
    'event_provided',
    'event_kinds',
    'event_application',
    'ticket_waited',
    'ticket_resold',
    'event_transfer',
    'ticket_final',
    'ticket_resale',
    'ticket_cancelled',
    'event_late',
    'event_moved',
  ],
  digital_ticket: [
    'entry_provided',
    'entry_companions',
    'entry_transfer',
    'entry_named',
    'entry_code',
    'ticket_paid',
    'entry_application',
    'entry_lottery',
    'ticket_waited',
    'ticket_resold',
    'ticket_final',
    'ticket_resale',
    'ticket_cancelled',
  ],
} satisfies Record<string, SaleRuleName[]>

/** The rules of a kind of product as lines: those that hold for the one that is bought (`sold`), else all. */
export const saleRules = (kind: keyof typeof RULES_OF, sold?: SoldTerms) =>
  RULES_OF[kind]
    .map((name): SaleRule => SALE_RULES[name])
    .filter(({ holds }) => !sold || !holds || holds(sold))
    .map(({ label, text }) => ({ label, text: text(sold) }))
