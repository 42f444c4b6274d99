import { html } from 'hono/html'
import { addDays, dayOf, startOf } from '#contract/days.ts'
import { PLATFORM_FEE_PERCENT, SITE_TITLE } from '#contract/limits.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { paper } from '#server/http/paper.ts'
import { notFound } from '#server/http/refusal.ts'
import { feesByHour } from './fee-queries.ts'
import { findAccount } from './queries.ts'

const TAX_PERCENT = 10
/** The tax in a sum that includes it: rounded once, towards zero, for the whole month. */
const taxIn = (sum: number) => Math.trunc((sum * TAX_PERCENT) / (100 + TAX_PERCENT))
const BEGINNING = '2000-01-01T00:00:00.000Z'

const yen = (amount: number) => `${amount.toLocaleString('ja-JP')}円`
const monthOf = (day: string) => day.slice(0, 7)
const nextMonth = (month: string) => monthOf(addDays(`${month}-28`, 4))

interface MonthOfFees {
  month: string
  taken: number
  sales: number
  givenBack: number
}

type FeeDeps = Pick<Deps, 'read' | 'clock' | 'config'>

/** What the platform kept of a seller's sales, month by month as Japan counts, and its invoice for each. */
export function platformFees({ read, clock, config }: FeeDeps) {
  async function monthsOf(ownerId: string, from: string, until: string) {
    const months = new Map<string, MonthOfFees>()
    for (const { hour, kind, sum, count } of await feesByHour(read, ownerId, from, until)) {
      const month = monthOf(dayOf(`${hour}:00:00.000Z`))
      const found = months.get(month) ?? { month, taken: 0, sales: 0, givenBack: 0 }
      const isSale = kind === 'sale'
      months.set(month, {
        month,
        taken: found.taken + (isSale ? Number(sum) : 0),
        sales: found.sales + (isSale ? Number(count) : 0),
        givenBack: found.givenBack + (isSale ? 0 : -Number(sum)),
      })
    }
    return [...months.values()]
  }
  const startOfMonth = (month: string) => startOf(`${month}-01`)

  return {
    async list(viewer: Viewer) {
      const until = startOfMonth(monthOf(dayOf(clock.now())))
      const months = await monthsOf(viewer.id, BEGINNING, until)
      return months
        .map(({ month, taken, givenBack }) => ({ month, amount: taken - givenBack }))
        .toSorted((a, b) => b.month.localeCompare(a.month))
    },

    /** A month that is not over has no invoice yet, one without fees never. */
    async invoice(viewer: Viewer, month: string): Promise<string> {
      if (month >= monthOf(dayOf(clock.now()))) throw notFound()
      const [from, until] = [startOfMonth(month), startOfMonth(nextMonth(month))]
      const [found] = await monthsOf(viewer.id, from, until)
      const owner = await findUser(read, viewer.id)
      if (!found || !owner) throw notFound()
      const account = await findAccount(read, viewer.id)
      const facts = JSON.parse(account?.seller ?? '{}') as { name?: string }
      const to = facts.name || owner.display_name
      const number = `F${month.replace('-', '')}-${owner.name}`
      return paper(config.siteUrl, `手数料の請求書 ${month}`, bodyOf(found, { to, number }))
    },
  }

  function bodyOf(found: MonthOfFees, { to, number }: { to: string; number: string }) {
    const { month, taken, sales, givenBack } = found
    const total = taken - givenBack
    const { name, invoiceNumber, address } = config.seller
    const lastDay = addDays(`${nextMonth(month)}-01`, -1)
    return html`<h1>請求書</h1>
<div class="head">
<p class="to">${to} 様</p>
<div>
<p>発行日 ${lastDay}<br>番号 ${number}</p>
<p>${name || SITE_TITLE}${address ? html`<br>${address}` : ''}${
      invoiceNumber ? html`<br>登録番号 ${invoiceNumber}` : ''
    }</p>
</div>
</div>
<p class="sum">合計 ${yen(total)}（税込）</p>
<table>
<thead><tr><th>内容</th><th>金額（税込）</th></tr></thead>
<tbody>
<tr><td>${month} サービス手数料（売上の${String(PLATFORM_FEE_PERCENT)}%、${String(sales)}件）</td><td>${yen(taken)}</td></tr>
${givenBack === 0 ? '' : html`<tr><td>${month} 返金にともなう手数料の返還</td><td>${yen(-givenBack)}</td></tr>`}
<tr><td>${String(TAX_PERCENT)}%対象 ${yen(total)}（税込）のうち消費税</td><td>${yen(taxIn(total))}</td></tr>
</tbody>
</table>
<p class="note">この手数料は、売上から差し引いてお支払いいただいています。あらためてのお振り込みは必要ありません。${
      invoiceNumber ? '' : '登録番号の記載がないため、適格請求書には当たりません。'
    }</p>`
  }
}
