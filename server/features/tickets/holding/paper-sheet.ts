import { qrPath } from '#contract/door/qr.ts'
import { inJapan } from '#contract/lib/japan-time.ts'
import { escaped } from '#contract/lib/markup.ts'
import { resaleNotice } from '#contract/tickets/resale-notice.ts'
import type { PaperTicket } from '#server/db/schema/tickets.ts'
import { paperPage } from '#server/http/answers/paper-page.ts'
import type { IssuedRow } from '../queries.ts'

const fact = (term: string, value: string) =>
  `<tr><th scope="row">${term}</th><td>${escaped(value)}</td></tr>`

const day = inJapan({ dateStyle: 'full' })
const clock = inJapan({ timeStyle: 'short' })

function drawn(code: string): string {
  const { size, path } = qrPath(code)
  return `<svg class="code" role="img" aria-label="入場コード" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg>`
}

/** The page of an entry ticket on paper. */
export const paperSheet = (issued: IssuedRow, { name, credential }: PaperTicket): string =>
  paperPage(
    `${issued.title} ${issued.number}`,
    `<article class="paper">
<header>
<h1>入場券</h1>
<p class="number">整理番号 ${escaped(issued.number)}</p>
</header>
<p class="to"><span>${escaped(name)}</span> 様</p>
${drawn(credential)}
<table>
<tbody>
${fact('公演', issued.title)}
${issued.type_name === null ? '' : fact('券種', issued.type_name)}
${fact('日時', `${day(issued.starts_at)}　開場 ${clock(issued.opens_at)}　開演 ${clock(issued.starts_at)}`)}
${fact('会場', issued.venue)}
${issued.gate_hint ? fact('入口', issued.gate_hint) : ''}
</tbody>
</table>
<footer>
<p>入口で、上の氏名の本人確認書類（運転免許証、マイナンバーカードなど）と一緒にお見せください。</p>
<p>入場できるのは、スマートフォンのチケットと合わせて1回だけです。譲渡すると、この紙では入場できません。</p>
<p class="issuer">${resaleNotice({ ...issued, named: issued.named === 1 })}</p>
</footer>
</article>`,
  )
