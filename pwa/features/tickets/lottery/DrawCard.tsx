import { useState } from 'react'
import { urlOf } from '#contract/http/caller.ts'
import {
  type Lottery,
  type LotteryApplication,
  type LotterySale,
  lottery,
} from '#contract/lottery/calls.ts'
import type { DrawDifference, Verification } from '#contract/lottery/verify-draw.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { count, dayAndTime } from '#pwa/lib/format.ts'
import { FailedSection } from '#pwa/load/FailedPart.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { FormProblem } from '#pwa/ui/forms/FormProblem.tsx'
import { Bullets } from '#pwa/ui/layout/Bullets.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { FaqRow } from '#pwa/ui/layout/FaqRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { typesIn } from '../type-labels.ts'
import css from './LotteryPanel.module.css'
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
            { term: '封をした乱数', value: <Code>{draw.commitment}</Code> },
            {
              term: '名簿の指紋',
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
  </Bullets>
)

interface VerifierProps {
  ticket: TicketOnSale
  draw: Lottery
  application: LotteryApplication | undefined
}

function Verifier({ ticket, draw, application }: VerifierProps) {
  const { fetch } = useSession()
  const [busy, setBusy] = useState(false)
  const [verified, setVerified] = useState<Verification | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
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
      const { public_id: id, contribution } = application ?? {}
      const own = id && contribution ? { id, contribution } : null
      const listHash = draw.list_hash ?? ''
      setVerified(verifyDraw({ commitment: draw.commitment, listHash, list, result }, own))
    } catch (error) {
      setFailure(error instanceof Error ? error.message : RETRY_LATER)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="secondary" icon="check" busy={busy} onClick={() => void verify()}>
        この端末で確かめる
      </Button>
      <FormProblem>{failure}</FormProblem>
      {verified && <Verified verified={verified} ticket={ticket} />}
    </>
  )
}

const DIFFERENCE_LABELS: Record<DrawDifference, string> = {
  listForm: '公開された名簿の形式が正しくないか、並べ替えられています。',
  resultForm: '公開された結果の形式が正しくありません。',
  commitment: '秘密の乱数が、受付の前に封をしたものと違います。',
  listHash: '名簿が、締め切りのときに指紋を公開したものと違います。',
  winners: '計算した当選者が、公開された当選者と違います。',
  own: 'あなたの申し込みが名簿にないか、乱数が違います。',
}

function Verified({ verified, ticket }: { verified: Verification; ticket: TicketOnSale }) {
  const { differences, people, groups, winners, own } = verified
  if (differences.length > 0)
    return (
      <Alert tone="warning">
        <b>一致しませんでした。</b>
        <Bullets>
          {differences.map((difference) => (
            <li key={difference}>{DIFFERENCE_LABELS[difference]}</li>
          ))}
        </Bullets>
      </Alert>
    )
  const choice = own?.choice ?? null
  const type = choice === null ? undefined : typesIn(ticket)[choice - 1]?.name
  return (
    <Alert tone="info">
      <p>
        <b>一致しました。</b>
        {count(people)}名（{count(groups)}
        組）の抽選を、この端末でもう一度計算し、当選した{count(winners)}組が同じになりました。
      </p>
      {own && (
        <p>
          あなたの順番は、{count(own.place)}番目です。
          {choice === null ? '当選していません。' : `当選しました${type ? `（${type}）` : ''}。`}
        </p>
      )}
    </Alert>
  )
}
