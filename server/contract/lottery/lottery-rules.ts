// What applicants of a lottery are promised. Each sentence stands here once: the page and the email of an application.

import {
  BY_CARD,
  BY_KONBINI,
  NOT_AUTOMATIC,
  taxIncluded,
  WIN_LAPSES,
} from '../orders/sale-rules.ts'
import type { LotterySale } from './calls.ts'

/** A lottery as it is explained. `prices`: of one ticket, the lowest and the highest. */
export interface ExplainedLottery {
  sale: LotterySale
  prices: [from: number, to: number]
  konbini: boolean
}

const priceOf = ([from, to]: ExplainedLottery['prices']) => {
  if (to === 0) return '無料です。'
  const range = from === to ? taxIncluded(to) : `${taxIncluded(from)}から${taxIncluded(to)}まで`
  return `1枚 ${range}です。ほかに手数料はかかりません。`
}

/** The rules as lines, the dates and what winners do first. `moment`: how an instant is written. */
export function lotteryRules(
  { sale, prices, konbini }: ExplainedLottery,
  moment: (instant: string) => string,
): { label: string; text: string }[] {
  const { opens_at, closes_at, announced_at, ends_at, buy_days, max_group } = sale
  const ways = konbini ? `${BY_CARD}か${BY_KONBINI}` : BY_CARD
  const isFree = prices[1] === 0
  return [
    { label: '受付期間', text: `${moment(opens_at)}から${moment(closes_at)}まで` },
    {
      label: '結果発表',
      text: `${moment(announced_at)}に、このページ、メール、通知でお知らせします。`,
    },
    {
      label: '当選したら',
      text: `発表から${buy_days}日以内に、${isFree ? 'チケットを受け取って' : `${ways}で購入して`}ください。${NOT_AUTOMATIC}${WIN_LAPSES}`,
    },
    {
      label: '申し込み',
      text: 'お一人さま1回です。申し込みに料金はかかりません。先着順ではありません。締め切りまで、変更と取り消しができます。',
    },
    { label: '価格', text: priceOf(prices) },
    ...(max_group > 1
      ? [
          {
            label: 'グループ',
            text: `${max_group}人まで、一緒に当選するか、一緒に落選します。お一人ずつ申し込み、お一人ずつ購入します。人数が多くても、順番の有利・不利はありません。全員分の空きがないときは、次のグループへ進みます。`,
          },
        ]
      : []),
    {
      label: '当選の確率',
      text: sale.members_first
        ? '締め切りの時点でルームに参加している方は、2回くじを引き、よいほうの番号になります。グループは、全員が参加しているときです。'
        : '全員が、同じ条件です。',
    },
    {
      label: '繰り上げ当選',
      text: `購入されなかった分は、${moment(ends_at)}まで、同じ抽選の順番で次の方にご案内します。当選した方には、メールと通知でお知らせします。`,
    },
    {
      label: '抽選のあと',
      text: sale.then_sold
        ? '残ったチケットは、抽選販売が終わったあとに、先着順で販売します。'
        : '抽選のほかに、先着順の販売はありません。',
    },
  ]
}
