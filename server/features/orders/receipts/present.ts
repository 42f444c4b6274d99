import { longDay } from '#contract/lib/japan-time.ts'
import { escaped } from '#contract/lib/markup.ts'
import { paperPage } from '#server/http/answers/paper-page.ts'
import { PAID_IN_STORE, receiptBodyOf } from './body.ts'
import type { ReceiptRow } from './queries.ts'

const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}`

const fact = (term: string, value: string) =>
  `<tr><th scope="row">${term}</th><td>${value}</td></tr>`

const NO_INVOICE =
  '販売者の登録番号がないため、この領収書は適格請求書・適格簡易請求書ではありません。'
const NO_RETURN_INVOICE =
  '販売者の登録番号がないため、この返金明細書は適格返還請求書ではありません。'

/** The receipt of a sale with those of its refunds. */
export const receiptPage = (sale: ReceiptRow, returns: ReceiptRow[]) =>
  paperPage(`${titleOf(sale)} ${sale.number}`, [sale, ...returns].map(paper).join('\n'))

const titleOf = ({ kind }: ReceiptRow) => (kind === 'return' ? '返金明細書' : '領収書')

/** One sheet: the receipt of a sale or of a refund. */
function paper(row: ReceiptRow): string {
  const body = receiptBodyOf(row.body)
  const { seller = { name: row.seller_name, invoice_number: null }, returns } = body
  const isReturn = row.kind === 'return'
  const title = titleOf(row)
  const inStore = body.method === PAID_IN_STORE
  const legal = isReturn ? '適格返還請求書（返還インボイス）' : '適格簡易請求書'
  return `<article class="paper">
<header>
<h1>${title}</h1>
${seller.invoice_number ? `<p class="legal">${legal}</p>` : ''}
<p class="number">No. ${escaped(row.number)}<br>発行日 ${longDay(row.issued_at)}</p>
</header>
<p class="to"><span>${escaped(row.addressee ?? row.buyer_name)}</span> 様</p>
<p class="sum"><span>${isReturn ? '返金額' : '金額'}</span> <b>${yen(body.amount)}</b><small>（税込）</small></p>
<p class="for">${isReturn ? '下記のお支払いについて、上記の金額を返金いたしました。' : '下記のとおり、上記の金額を領収いたしました。'}</p>
<table>
<tbody>
${fact(isReturn ? '返金年月日' : '取引年月日', longDay(body.traded_at ?? row.issued_at))}
${fact('内容', escaped(body.title))}
${body.period ? fact('対象期間', `${longDay(body.period.start)} 〜 ${longDay(body.period.end)}`) : ''}
${body.quantity ? fact('数量', String(body.quantity)) : ''}
${body.discount ? fact('価格', yen(body.amount + body.discount)) + fact('割引（コード）', `−${yen(body.discount)}`) : ''}
${returns ? fact('元のお支払い', `${longDay(returns.issued_at)}（領収書 No. ${escaped(returns.number)}）`) : ''}
${fact(`${body.tax_rate}%対象（税込）`, yen(body.amount))}
${fact('うち消費税額', yen(body.tax))}
${fact(isReturn ? '返金方法' : 'お支払い方法', isReturn ? (inStore ? '銀行口座への振込' : 'お支払いのカードへの返金') : escaped(body.method))}
</tbody>
</table>
<footer>
<p class="seller"><span>販売者</span> ${escaped(seller.name)}</p>
${seller.invoice_number ? `<p>登録番号 ${escaped(seller.invoice_number)}</p>` : `<p class="issuer">${isReturn ? NO_RETURN_INVOICE : NO_INVOICE}</p>`}
<p class="issuer">この書面は、${escaped(body.issuer ?? 'Room')}が販売者に代わって電子的に発行しました。${isReturn ? '' : inStore ? '電子的に発行した領収書のため、収入印紙は必要ありません。' : 'クレジットカードでのお支払いのため、収入印紙は必要ありません。'}</p>
</footer>
</article>`
}
