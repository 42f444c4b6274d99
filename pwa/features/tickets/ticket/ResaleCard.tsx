import { defined } from '#contract/lib/defined.ts'
import { MONEY_BACK } from '#contract/orders/sale-rules.ts'
import { type Resale, resale } from '#contract/resale/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { useLoad, useSend } from '#pwa/lib/api/api.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { dayAndTime, yen } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Bullets } from '#pwa/ui/layout/Bullets.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import css from './ResaleCard.module.css'

const REFRESH = [resale.getResale, tickets.getIssued, tickets.listIssued]

type Listed = Pick<Resale, 'kind' | 'id'>

/** Asked again now and then: another person may be buying the ticket. */
const POLL_MS = 30_000

const useResale = ({ kind, id }: Listed, isAsked = true) =>
  useLoad(
    resale.getResale,
    { params: { kind, id } },
    { enabled: useSessionState().at === 'member' && isAsked, refetchInterval: POLL_MS },
  )

interface ResaleCardProps {
  of: Listed
  /** Deadline of the owner; missing in an offline copy of the last release. */
  until: string | null | undefined
}

/** 公式リセール: gives a ticket back that was paid, until another person has bought it. */
export function ResaleCard({ of, until }: ResaleCardProps) {
  const canAsk = useSessionState().at === 'member'
  const { data } = useResale(of, Boolean(until))
  if (!until) return null
  return (
    <Card as="section" padded>
      <div className="stack">
        <h2 className={css.title}>公式リセール</h2>
        {data && <State resale={data} />}
        {!canAsk && <p className="note muted">公式リセールの手続きには、通信が必要です。</p>}
      </div>
    </Card>
  )
}

function State({ resale: of }: { resale: Resale }) {
  switch (of.state) {
    case 'listed':
      return <Withdrawing of={of} />
    case 'sold':
      return <SoldText amount={of.amount} />
    case 'unsold':
      return (
        <>
          <p className="small">
            締め切りまでに、購入する方が見つかりませんでした。チケットはあなたのもので、そのまま使えます。
          </p>
          {of.can.list && <Listing of={of} />}
        </>
      )
    case 'none':
      return of.can.list ? <Listing of={of} /> : <p className="small muted">{of.why}</p>
  }
}

function Listing({ of }: { of: Resale }) {
  const list = useSend(resale.listForResale, { refresh: REFRESH })
  const { kind, id } = of
  return (
    <>
      <p className="small muted">
        行けなくなったときは、{dayAndTime(untilOf(of))}
        まで、支払った価格のまま次の方に手放せます。
      </p>
      <ConfirmButton
        label="公式リセールに出す"
        button={{ variant: 'secondary', wide: true, icon: 'ticket' }}
        title="公式リセールに出しますか？"
        text={<Rules of={of} />}
        confirm="出す"
        onConfirm={async () => {
          await list.mutateAsync({ params: { kind, id } })
          showToast('公式リセールに出しました')
        }}
      />
    </>
  )
}

/** What happens to a ticket that is given back. */
const Rules = ({ of }: { of: Resale }) => (
  <Bullets>
    <li>
      価格は、あなたが支払った{yen(of.amount ?? 0)}
      です。キャンセル待ちの方から順に販売し、お待ちの方がいなければ、ほかのお席が売り切れてから販売します。
    </li>
    <li>
      次の方の支払いが済むまで、チケットはあなたのもので、そのまま使えます。入口で使うと、リセールは自動で終わります。
    </li>
    <li>
      次の方の支払いが済むと、このチケットは使えなくなり、{yen(of.amount ?? 0)}
      を返金します（{MONEY_BACK}）。手数料はかかりません。
    </li>
    <li>
      {dayAndTime(untilOf(of))}
      までに購入する方がいないときは、チケットはあなたに残り、返金はありません。
    </li>
    <li>購入の手続きをしている方がいなければ、いつでも取りやめられます。</li>
  </Bullets>
)

const untilOf = ({ until }: Resale) => defined(until, 'the deadline of a ticket that can be listed')

function Withdrawing({ of }: { of: Resale }) {
  const withdraw = useSend(resale.withdrawResale, { refresh: REFRESH })
  const { kind, id } = of
  return (
    <>
      <p className="small" role="status">
        <b>公式リセールに出しています。</b>
        次の方の支払いが済むまでは、あなたのチケットです。
        {of.until && `${dayAndTime(of.until)}までに売れなければ、あなたに残ります。`}
      </p>
      <ConfirmButton
        label="取りやめる"
        button={{ variant: 'quiet' }}
        title="公式リセールを取りやめますか？"
        text={<p>チケットは、これまでどおり使えます。</p>}
        confirm="取りやめる"
        cancel="戻る"
        onConfirm={async () => {
          await withdraw.mutateAsync({ params: { kind, id } })
          showToast('公式リセールを取りやめました')
        }}
      />
    </>
  )
}

const SoldText = ({ amount }: Pick<Resale, 'amount'>) => (
  <p className="small">
    公式リセールで次の方が購入したため、このチケットは使えません。支払った
    {amount === null ? '代金' : yen(amount)}を返金します（{MONEY_BACK}）。
  </p>
)

/** Why a ticket is not valid any more; nothing if 公式リセール is not the cause. `isResold`: it is known to be. */
export function ResoldAlert({ of, isResold = false }: { of: Listed; isResold?: boolean }) {
  const { data } = useResale(of)
  if (!isResold && data?.state !== 'sold') return null
  return (
    <Alert tone="info">
      <div className="stack">
        <SoldText amount={data?.amount ?? null} />
        <Button variant="secondary" to={paths.payments}>
          お支払い履歴を見る
        </Button>
      </div>
    </Alert>
  )
}
