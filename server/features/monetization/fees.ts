// Platform fees of a seller per JST month, with an invoice for each.

import { html } from 'hono/html'
import { addDays, dayOf, startOf } from '#contract/lib/days.ts'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { sellerFactsOf } from '#server/features/payments/seller.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { feesByHour } from './fee-queries.ts'
import { findAccount } from './queries.ts'

const TAX_PERCENT = 10
/** Tax included in a sum, rounded once towards zero for the whole month. */
const taxIn = (sum: number) => Math.trunc((sum * TAX_PERCENT) / (100 + TAX_PERCENT))
const BEGINNING = '2000-01-01T00:00:00.000Z'

const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}`
const monthOf = (day: string) => day.slice(0, 7)
const nextMonth = (month: string) => monthOf(addDays(`${month}-28`, 4))

/** Fees taken at one percentage; null if the percentage is unknown. */
interface Share {
  percent: number | null
  taken: number
  sales: number
}
interface MonthOfFees {
  month: string
  shares: Share[]
  givenBack: number
}
const takenIn = ({ shares }: MonthOfFees) => shares.reduce((sum, { taken }) => sum + taken, 0)

function addShare(shares: Share[], { percent, taken, sales }: Share): Share[] {
  const same = shares.find((share) => share.percent === percent)
  if (!same) return [...shares, { percent, taken, sales }]
  const both = { percent, taken: same.taken + taken, sales: same.sales + sales }
  return shares.map((share) => (share === same ? both : share))
}

async function monthsOf(deps: Deps, ownerId: string, from: string, until: string) {
  const months = new Map<string, MonthOfFees>()
  for (const { hour, kind, fee_percent: percent, sum, count } of await feesByHour(
    deps.read,
    ownerId,
    from,
    until,
  )) {
    const month = monthOf(dayOf(`${hour}:00:00.000Z`))
    const found = months.get(month) ?? { month, shares: [], givenBack: 0 }
    const share = { percent, taken: Number(sum), sales: Number(count) }
    months.set(
      month,
      kind === 'sale'
        ? { ...found, shares: addShare(found.shares, share) }
        : { ...found, givenBack: found.givenBack - Number(sum) },
    )
  }
  return [...months.values()]
}

const startOfMonth = (month: string) => startOf(`${month}-01`)

function pageOf(deps: Deps, found: MonthOfFees, { to, number }: { to: string; number: string }) {
  const { month, shares, givenBack } = found
  const total = takenIn(found) - givenBack
  const { name, invoiceNumber, address } = deps.config.seller
  return html`<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>請求書 ${number}</title>
<link rel="stylesheet" href="/receipt.css">
</head>
<body>
<article class="paper">
<header>
<h1>請求書</h1>
${invoiceNumber ? html`<p class="legal">適格請求書</p>` : ''}
<p class="number">No. ${number}<br>発行日 ${addDays(`${nextMonth(month)}-01`, -1)}</p>
</header>
<p class="to"><span>${to}</span> 様</p>
<p class="sum"><span>合計</span> <b>${yen(total)}</b><small>（税込）</small></p>
<p class="for">売上から差し引いてお支払いいただいています。あらためてのお振り込みは必要ありません。</p>
<table>
<tbody>
${fact('対象期間', `${month}-01 〜 ${addDays(`${nextMonth(month)}-01`, -1)}`)}
${shares.map(factOfShare)}
${givenBack === 0 ? '' : fact('返金にともなう返還', yen(-givenBack))}
${fact(`${TAX_PERCENT}%対象（税込）`, yen(total))}
${fact('うち消費税額', yen(taxIn(total)))}
</tbody>
</table>
<footer>
<p>${name || SITE_TITLE}</p>
${address ? html`<p>${address}</p>` : ''}
${
  invoiceNumber
    ? html`<p>登録番号 ${invoiceNumber}</p>`
    : html`<p class="issuer">登録番号の記載がないため、適格請求書には当たりません。</p>`
}
</footer>
</article>
</body>
</html>
`
}

export async function list(deps: Deps, viewer: Viewer) {
  const until = startOfMonth(monthOf(dayOf(deps.clock.now())))
  const months = await monthsOf(deps, viewer.id, BEGINNING, until)
  return months
    .map((month) => ({ month: month.month, amount: takenIn(month) - month.givenBack }))
    .toSorted((a, b) => b.month.localeCompare(a.month))
}

/** No invoice for the current month or for a month without fees. */
export async function invoice(deps: Deps, viewer: Viewer, month: string): Promise<string> {
  if (month >= monthOf(dayOf(deps.clock.now()))) throw notFound()
  const [from, until] = [startOfMonth(month), startOfMonth(nextMonth(month))]
  const [found] = await monthsOf(deps, viewer.id, from, until)
  const owner = await findUser(deps.read, viewer.id)
  if (!found || !owner) throw notFound()
  const account = await findAccount(deps.read, viewer.id)
  const to = sellerFactsOf(account).name || owner.display_name
  const number = `F${month.replace('-', '')}-${owner.name}`
  return String(await pageOf(deps, found, { to, number }))
}

const factOfShare = ({ percent, taken, sales }: Share) =>
  fact(
    'サービス手数料',
    `${yen(taken)}（売上${sales}件${percent === null ? '' : `の${percent}%`}）`,
  )
const fact = (term: string, value: string) =>
  html`<tr><th scope="row">${term}</th><td>${value}</td></tr>`
