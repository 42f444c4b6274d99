import { Suspense, useState } from 'react'
import { lottery, type OwnLottery } from '#contract/lottery/calls.ts'
import { lotteryPhaseAt } from '#contract/lottery/phase.ts'
import { type OwnDigitalTicket, tickets } from '#contract/tickets/calls.ts'
import { useLoad, useSend } from '#pwa/lib/api/api.ts'
import { count, dayAndTime } from '#pwa/lib/format.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { FailedSection } from '#pwa/load/FailedPart.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { SALES_REFRESH_MS } from './sales-refresh.ts'

const LotteryEditor = lazyWithProgress(
  async () => (await import('./LotteryEditor.tsx')).LotteryEditor,
)

/** What changes with a lottery. */
export const LOTTERY_CHANGED = [
  lottery.getOwnLottery,
  tickets.getOwnTicket,
  tickets.getDigitalTicket,
  tickets.listDigitalTickets,
]

/** 抽選販売 of an owner's ticket: set before it is sold, then counted without names. */
export function LotteryCard({ ticket }: { ticket: OwnDigitalTicket }) {
  const params = { roomid: ticket.room.id, id: ticket.id }
  const own = useLoad(lottery.getOwnLottery, { params }, { refetchInterval: SALES_REFRESH_MS })
  const [isOpen, setIsOpen] = useState(false)
  const { data } = own
  if (!data) return <FailedSection title="抽選販売" of={own} />
  if (!data.lottery && !data.can.set) return null
  return (
    <Section title="抽選販売">
      <Card padded>
        <div className="stack">
          {data.lottery ? (
            <Standing own={data} ticket={ticket} />
          ) : (
            <p className="small muted">
              申し込んだ方から、抽選で販売します。抽選の結果は、どなたでも確かめられます。設定すると、先着順の販売は行いません。
            </p>
          )}
          {data.can.set && (
            <Button variant="secondary" wide onClick={() => setIsOpen(true)}>
              {data.lottery ? '抽選の設定を変更する' : '抽選で販売する'}
            </Button>
          )}
          {data.lottery && <SellRest own={data} ticket={ticket} />}
          {data.lottery && data.can.set && <Remove ticket={ticket} />}
        </div>
      </Card>
      {isOpen && (
        <Suspense>
          <LotteryEditor ticket={ticket} own={data} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}

interface OwnProps {
  own: OwnLottery
  ticket: OwnDigitalTicket
}

const RANKS = ['第1', '第2', '第3'] as const

/** The times of the lottery, and its numbers. */
function Standing({ own: { lottery: sale, counts }, ticket }: OwnProps) {
  if (!sale) return null
  const groups = counts.groups
    .map((number, n) => [n + 1, number] as const)
    .filter(([size, number]) => size > 1 && number > 0)
  const nameOf = (id: string | null) => ticket.types.find((type) => type.id === id)?.name
  return (
    <Facts
      facts={[
        { term: '受付', value: `${dayAndTime(sale.opens_at)}〜${dayAndTime(sale.closes_at)}` },
        { term: '結果発表', value: dayAndTime(sale.announced_at) },
        { term: '購入の期限', value: `発表から${sale.buy_days}日` },
        { term: '繰り上げの終わり', value: dayAndTime(sale.ends_at) },
        { term: 'グループ', value: sale.max_group > 1 ? `${sale.max_group}人まで` : 'なし' },
        { term: 'ルームのメンバー', value: sale.members_first ? '2回くじを引く' : '全員同じ条件' },
        { term: '残ったチケット', value: sale.then_sold ? '先着順で販売' : '販売しない' },
        { term: '申し込み', value: `${count(counts.people)}名`, strong: true },
        ...groups.map(([size, number]) => ({
          term: `${size}人のグループ`,
          value: `${count(number)}組`,
        })),
        ...counts.choices
          .filter(({ type }) => nameOf(type) !== undefined)
          .map(({ type, wanted }) => ({
            term: nameOf(type) ?? '',
            value: wanted.map((number, n) => `${RANKS[n]} ${count(number)}組`).join('・'),
          })),
        ...(sale.told
          ? [
              { term: '当選', value: `${count(counts.won)}名`, strong: true },
              { term: '購入・手続き中', value: `${count(counts.bought)}名` },
              { term: '購入待ち', value: `${count(counts.open)}名` },
              { term: '期限切れ・辞退', value: `${count(counts.lapsed)}名` },
            ]
          : []),
      ]}
    />
  )
}

/** Sells the rest to anybody after all: a promise that may be added, and never withdrawn. */
function SellRest({ own: { lottery: sale, can }, ticket }: OwnProps) {
  const set = useSend(lottery.setLottery, { refresh: LOTTERY_CHANGED })
  const now = useNow()
  if (!sale || can.set || sale.then_sold || lotteryPhaseAt(sale, now) === 'planned') return null
  const { commitment, list_hash, told, ...input } = sale
  return (
    <ConfirmButton
      label="残りを先着順で販売する"
      button={{ variant: 'secondary' }}
      title="残ったチケットを、先着順で販売しますか？"
      text={<p>抽選販売が終わったあとに、どなたでも購入できます。あとから戻すことはできません。</p>}
      confirm="販売する"
      onConfirm={async () => {
        const params = { roomid: ticket.room.id, id: ticket.id }
        await set.mutateAsync({ params, body: { ...input, then_sold: true } })
        showToast('保存しました')
      }}
    />
  )
}

function Remove({ ticket }: { ticket: OwnDigitalTicket }) {
  const remove = useSend(lottery.removeLottery, { refresh: LOTTERY_CHANGED })
  return (
    <ConfirmButton
      label="抽選をやめる"
      button={{ variant: 'quiet' }}
      title="抽選をやめますか？"
      text={<p>公開中のチケットは、すぐに先着順の販売が始まります。</p>}
      confirm="やめる"
      cancel="戻る"
      danger
      onConfirm={async () => {
        await remove.mutateAsync({ params: { roomid: ticket.room.id, id: ticket.id } })
        showToast('抽選をやめました')
      }}
    />
  )
}
