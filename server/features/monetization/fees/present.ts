import { html } from 'hono/html'
import { dayOf } from '#contract/lib/days.ts'
import type { FeeInvoice } from '#server/db/schema/books.ts'
import { paperPage } from '#server/http/answers/paper-page.ts'
import { type FeeBody, feeBodyOf } from './fee-body.ts'

const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}`

const NOT_QUALIFIED = '登録番号の記載がないため、適格請求書・適格返還請求書には当たりません。'

/** A page with these papers. */
export const feePage = (papers: FeeInvoice[]) =>
  paperPage(titleOf(papers), papers.map((one) => String(paper(one))).join(''))

const titleOf = (papers: FeeInvoice[]) =>
  `手数料の請求書 ${papers.map(({ number }) => number).join('・')}`

function headingOf({ corrects, total }: FeeBody): string {
  if (corrects) return '訂正請求書'
  return total < 0 ? '返還明細書' : '請求書'
}

function paper({ number, issued_at, body }: FeeInvoice) {
  const content = feeBodyOf(body)
  const { to, issuer, period, shares, given_back, total, tax_rate, tax, corrects } = content
  const qualified = total < 0 ? '適格返還請求書（返還インボイス）' : '適格請求書'
  return html`<article class="paper">
<header>
<h1>${headingOf(content)}</h1>
${issuer.invoice_number ? html`<p class="legal">${qualified}</p>` : ''}
<p class="number">No. ${number}<br>発行日 ${dayOf(issued_at)}</p>
</header>
<p class="to"><span>${to}</span> 様</p>
<p class="sum"><span>合計</span> <b>${yen(total)}</b><small>（税込）</small></p>
<p class="for">${
    corrects
      ? `請求書 No. ${corrects.number}（発行日 ${dayOf(corrects.issued_at)}、合計 ${yen(corrects.total)}）を、この内容に訂正します。差額は ${yen(total - corrects.total)} です。`
      : '売上から差し引いてお支払いいただいています。あらためてのお振り込みは必要ありません。'
  }</p>
<table>
<tbody>
${fact('取引期間', `${period.start} 〜 ${period.end}`)}
${shares.map(factOfShare)}
${given_back === 0 ? '' : fact('返金にともなう返還', yen(-given_back))}
${fact(`${tax_rate}%対象（税込）`, yen(total))}
${fact('うち消費税額', yen(tax))}
</tbody>
</table>
<footer>
<p>${issuer.name}</p>
${issuer.address ? html`<p>${issuer.address}</p>` : ''}
${issuer.invoice_number ? html`<p>登録番号 ${issuer.invoice_number}</p>` : html`<p class="issuer">${NOT_QUALIFIED}</p>`}
</footer>
</article>`
}

const factOfShare = ({ percent, taken, sales }: FeeBody['shares'][number]) =>
  fact(
    'サービス手数料',
    `${yen(taken)}（売上${sales}件${percent === null ? '' : `の${percent}%`}）`,
  )
const fact = (term: string, value: string) =>
  html`<tr><th scope="row">${term}</th><td>${value}</td></tr>`
