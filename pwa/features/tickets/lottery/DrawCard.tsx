import { useState } from 'react'
import { urlOf } from '#contract/http/caller.ts'
import {
  type Lottery,
  type LotteryApplication,
  type LotterySale,
  lottery,
} from '#contract/lottery/calls.ts'
import { DRAW_LABELS, firstKept, keptInText } from '#contract/lottery/kept-draw.ts'
import type { Verification } from '#contract/lottery/verify-draw.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { dayAndTime } from '#pwa/lib/format.ts'
import { FailedSection } from '#pwa/load/FailedPart.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { TextArea } from '#pwa/ui/forms/TextArea.tsx'
import { Bullets } from '#pwa/ui/layout/Bullets.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { FaqRow } from '#pwa/ui/layout/FaqRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { DrawVerdict } from './DrawVerdict.tsx'
import css from './LotteryPanel.module.css'
import { readKept, shownOwn, useKeepDraw } from './useKeptDraw.ts'
import { useApplication, useDraw, useLotteryPhase } from './useLottery.ts'

interface DrawCardProps {
  ticket: TicketOnSale
  sale: LotterySale
}

/** What is published of a draw, and the button that repeats it on this device. */
export function DrawCard({ ticket, sale }: DrawCardProps) {
  const phase = useLotteryPhase(sale)
  const published = useDraw(ticket, phase)
  const { application } = useApplication(ticket, phase)
  const draw = published.data
  useKeepDraw(ticket.id, phase, draw, application)
  if (!draw) return <FailedSection title="抽選のたしかめ" of={published} />
  const params = { roomid: ticket.room.id, id: ticket.id }
  return (
    <Section title="抽選のたしかめ">
      <div className="stack">
        <FaqRow question="抽選のしくみ">
          <Explanation sale={sale} />
        </FaqRow>
        <Facts
          facts={[
            { term: DRAW_LABELS.commitment, value: <Code>{draw.commitment}</Code> },
            {
              term: DRAW_LABELS.listHash,
              value: draw.list_hash ? <Code>{draw.list_hash}</Code> : '締め切りのあとに公開します',
            },
          ]}
        />
        {draw.list_hash && (
          <p className="row">
            <a className="link small" href={urlOf(lottery.getDrawList, { params })}>
              公開された名簿を見る
            </a>
            {draw.told && (
              <a className="link small" href={urlOf(lottery.getDrawResult, { params })}>
                公開された結果を見る
              </a>
            )}
          </p>
        )}
        {draw.told && <Verifier ticket={ticket} draw={draw} application={application} />}
      </div>
    </Section>
  )
}

const Code = ({ children }: { children: string }) => <span className={css.code}>{children}</span>

/** The algorithm in plain words; exactly: docs/decisions/tickets/062-lottery.md. */
const Explanation = ({ sale }: { sale: LotterySale }) => (
  <Bullets>
    <li>
      受付の前に、サーバーが秘密の乱数を決め、その指紋（SHA-256）「封をした乱数」を公開します。あとから別の乱数に取り替えると、指紋が合いません。
    </li>
    <li>
      申し込むと、お使いの端末も乱数を1つ作ります。受付番号と一緒に名簿に載り、抽選の結果に混ざります。
    </li>
    <li>
      {dayAndTime(sale.closes_at)}
      に、名簿（受付番号、乱数、希望、グループ。お名前はありません）を締め切り、その指紋を公開します。1件でも、足す、消す、変える、並べ替えると、指紋が変わります。
    </li>
    <li>
      抽選の種は「秘密の乱数:名簿の指紋」の SHA-256 です。グループごとの番号は「種:受付番号:1」の
      SHA-256 で、小さい順に並べます。受付番号は、グループで最も小さいものを使います。
      {sale.members_first &&
        '2回くじを引くグループは「種:受付番号:2」とくらべ、小さいほうになります。'}
    </li>
    <li>
      その順に、第1希望から見て、全員分の空きがある券種を割り当てます。空きがないグループは飛ばし、順番はそのまま繰り上げ当選に使います。
    </li>
    <li>
      {dayAndTime(sale.announced_at)}
      に、秘密の乱数と当選した受付番号を公開します。どなたでも、同じ計算ができます。
    </li>
    <li>
      公開したものをあとからすべて取り替えても、わかるように、受付中や締め切りのあとにこのページを開いた端末は、そのときの値を控えます（ログアウトすると消えます）。同じ値は、申し込みと結果のメールにもあります。
    </li>
  </Bullets>
)

interface VerifierProps {
  ticket: TicketOnSale
  draw: Lottery
  application: LotteryApplication | undefined
}

function Verifier({ ticket, draw, application }: VerifierProps) {
  const { fetch, device } = useSession()
  const [busy, setBusy] = useState(false)
  const [verified, setVerified] = useState<Verification | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [mail, setMail] = useState('')
  const params = { roomid: ticket.room.id, id: ticket.id }
  const textOf = async (url: string) => {
    const answer = await fetch(url, {})
    if (!answer.ok) throw new Error(RETRY_LATER)
    return answer.text()
  }
  async function verify() {
    setBusy(true)
    setFailure(null)
    try {
      const { verifyDraw } = await import('#contract/lottery/verify-draw.ts')
      const [list, result] = await Promise.all([
        textOf(urlOf(lottery.getDrawList, { params })),
        textOf(urlOf(lottery.getDrawResult, { params })),
      ])
      const published = {
        commitment: draw.commitment,
        listHash: draw.list_hash ?? '',
        list,
        result,
      }
      const kept = firstKept(await readKept(device, ticket.id), keptInText(mail))
      setVerified(verifyDraw(published, shownOwn(application), kept))
    } catch (error) {
      setFailure(error instanceof Error ? error.message : RETRY_LATER)
    } finally {
      setBusy(false)
    }
  }
  const isShort = verified !== null && Object.values(verified.kept).includes('none')
  return (
    <>
      <Button variant="secondary" icon="check" busy={busy} onClick={() => void verify()}>
        この端末で確かめる
      </Button>
      <FormProblem>{failure}</FormProblem>
      {verified && <DrawVerdict verified={verified} ticket={ticket} />}
      {isShort && application && (
        <TextArea
          label="メールの文面"
          hint="申し込みと結果のメールの文面を貼り付けて、もう一度「この端末で確かめる」を押すと、メールの値とくらべます。送信されません"
          value={mail}
          onChange={setMail}
        />
      )}
    </>
  )
}
