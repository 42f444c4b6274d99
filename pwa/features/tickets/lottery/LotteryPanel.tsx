import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { type LotteryApplication, type LotterySale, lottery } from '#contract/lottery/calls.ts'
import { lotteryRules } from '#contract/lottery/lottery-rules.ts'
import type { Room } from '#contract/rooms/calls.ts'
import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { asTyped } from '#contract/tickets/ticket-type.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { LoginSheet } from '#pwa/features/rooms/join/LoginSheet.tsx'
import { useSend } from '#pwa/lib/api/api.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { dayAndTime } from '#pwa/lib/format.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { paths } from '#pwa/lib/paths.ts'
import { subjectOf } from '#pwa/lib/ticket-subject.ts'
import { FailedPart } from '#pwa/load/FailedPart.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { FaqRow } from '#pwa/ui/layout/FaqRow.tsx'
import { ConfirmButton } from '#pwa/ui/overlay/ConfirmDialog.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { Subject } from '#pwa/ui/picture/Subject.tsx'
import { EntrySeatPanel } from '../room/EntrySeatPanel.tsx'
import { ticketPrice, typesIn } from '../type-labels.ts'
import { ApplicationForm } from './ApplicationForm.tsx'
import css from './LotteryPanel.module.css'
import { type LotteryState, lotteryStateOf } from './lottery-state.ts'
import { useApplication, useLotteryPhase } from './useLottery.ts'

const EntryOverlay = lazyWithProgress(
  async () => (await import('../room/EntryOverlay.tsx')).EntryOverlay,
)

interface LotteryPanelProps {
  ticket: TicketOnSale
  sale: LotterySale
  room: Room | undefined
}

/** 抽選販売: the price of an entry ticket that is drawn, and the viewer's next step. */
export function LotteryPanel(props: LotteryPanelProps) {
  const { ticket, sale } = props
  const phase = useLotteryPhase(sale)
  const session = useSessionState()
  const { application, failure, retry, invite } = useApplication(ticket, phase)
  const at = session.at === 'visitor' || session.at === 'member' ? session.at : 'unknown'
  const state = lotteryStateOf({ ticket, phase, session: at, application })
  if (state === 'won' && application) return <Won {...props} application={application} />
  return (
    <Card as="aside" padded className={css.panel} aria-label="抽選販売">
      <p className={css.price}>
        <span className="note muted">入場チケット（抽選販売）</span>
        <b className="num">{ticketPrice(ticket)}</b>
      </p>
      {failure && state === 'unknown' ? (
        <FailedPart error={failure} onRetry={retry} />
      ) : (
        <NextStep {...props} state={state} application={application} invite={invite} />
      )}
      <Rules {...props} />
    </Card>
  )
}

interface NextStepProps extends LotteryPanelProps {
  state: LotteryState
  application: LotteryApplication | undefined
  invite: string | null
}

function NextStep({ ticket, sale, state, application, invite }: NextStepProps) {
  switch (state) {
    case 'owner':
      return (
        <Button variant="secondary" to={paths.ownTicket(ticket.id)}>
          オーナーページで見る
        </Button>
      )
    case 'cancelled':
      return <Text>この公演は中止になりました。</Text>
    case 'held':
      return (
        <Button icon="ticket" to={paths.ticketBox}>
          チケットボックスを開く
        </Button>
      )
    case 'planned':
      return <Text>抽選の申し込みは、{dayAndTime(sale.opens_at)}からです。</Text>
    case 'visitor':
      return <VisitorApplies ticket={ticket} />
    case 'outside':
      return (
        <>
          <Text>ルームに参加すると、抽選に申し込めます。</Text>
          <Button to={paths.room(ticket.room.id)}>ルームを見る</Button>
        </>
      )
    case 'open':
    case 'applied':
      return (
        application && (
          <Suspense>
            <ApplicationForm
              ticket={ticket}
              sale={sale}
              application={application}
              invite={invite}
            />
          </Suspense>
        )
      )
    case 'drawing':
      return (
        <Text>
          <b>申し込みました。</b>
          結果は、<span className="nowrap">{dayAndTime(sale.announced_at)}</span>
          に、このページ、メール、通知でお知らせします。
        </Text>
      )
    case 'lapsed':
      return (
        <Text>当選のお席は、購入の期限が過ぎたか、辞退されたため、次の方にご案内しました。</Text>
      )
    case 'lost':
      return (
        <Text>
          <b>お席をご用意できませんでした。</b>
          空きが出たときは、{dayAndTime(sale.ends_at)}
          まで、抽選の順番で繰り上げ当選をお知らせします。
        </Text>
      )
    case 'missed':
      return <Text>抽選の申し込みは、{dayAndTime(sale.closes_at)}に締め切りました。</Text>
    case 'over':
      return <Text>抽選販売は終了しました。</Text>
    case 'won':
    case 'unknown':
      return null
  }
}

const Text = ({ children }: { children: ReactNode }) => (
  <p className={css.text} role="status">
    {children}
  </p>
)

function VisitorApplies({ ticket }: Pick<LotteryPanelProps, 'ticket'>) {
  const [open, setOpen] = useState(false)
  const { pathname, search } = useLocation()
  return (
    <>
      <Button icon="ticket" onClick={() => setOpen(true)}>
        抽選に申し込む
      </Button>
      <LoginSheet
        open={open}
        onClose={() => setOpen(false)}
        what="抽選に申し込む"
        path={`${pathname}${search}`}
      >
        <Subject {...subjectOf(ticket)} />
        <p className="small">申し込みには、ログインが必要です。申し込みに料金はかかりません。</p>
      </LoginSheet>
    </>
  )
}

const DECLINED = [lottery.getApplication, waitlist.getWait, waitlist.listWaits]

/** The purchase of a winner, at the type that they won. */
function Won({
  ticket,
  room,
  sale,
  application,
}: LotteryPanelProps & { application: LotteryApplication }) {
  const decline = useSend(waitlist.leaveWait, { refresh: DECLINED })
  const won = typesIn(ticket).find(({ id }) => id === application.type) ?? null
  const until = application.until ?? sale.ends_at
  const held = { sales_end: until, held_until: until, drawn: true }
  const sold = { ...(won ? asTyped(ticket, won) : ticket), ...held }
  return (
    <div className="stack">
      <EntrySeatPanel
        ticket={ticket}
        room={room}
        what={won ? `入場チケット（${won.name}）` : '入場チケット'}
        amount={sold.amount}
        state="member"
        note="期限までに購入されないときは、お席は抽選の順番で次の方にご案内します。"
        choice={
          <Text>
            <b>当選しました。</b>
            <span className="nowrap">{dayAndTime(until)}まで</span>に
            {sold.amount > 0 ? '購入して' : '受け取って'}ください。
          </Text>
        }
        sheet={(onClose, joining) => (
          <EntryOverlay ticket={sold} seats={1} type={won} joining={joining} onClose={onClose} />
        )}
      />
      <ConfirmButton
        label="当選を辞退する"
        button={{ variant: 'quiet' }}
        title="当選を辞退しますか？"
        text={<p>お席は、抽選の順番で次の方にご案内します。あとから戻すことはできません。</p>}
        confirm="辞退する"
        cancel="戻る"
        danger
        onConfirm={async () => {
          await decline.mutateAsync({ params: { kind: 'digital_ticket', id: ticket.id } })
          showToast('当選を辞退しました')
        }}
      />
    </div>
  )
}

/** The rules that an applicant needs at once: the dates, and what winners do. */
const SHOWN_RULES = 3

/** What the owner has announced, in full. */
function Rules({ ticket, sale }: LotteryPanelProps) {
  const amounts = typesIn(ticket)
    .filter(({ closed }) => !closed)
    .map(({ amount }) => amount)
  const all = amounts.length > 0 ? amounts : [ticket.amount]
  const rules = lotteryRules(
    {
      sale,
      prices: [Math.min(...all), Math.max(...all)],
      konbini: ticket.konbini_days > 0,
    },
    dayAndTime,
  )
  const facts = rules.map(({ label, text }) => ({ term: label, value: text }))
  return (
    <div>
      <Facts label="抽選販売の日程" facts={facts.slice(0, SHOWN_RULES)} />
      <FaqRow question="申し込みと当選の決まり">
        <Facts label="抽選販売の決まり" facts={facts.slice(SHOWN_RULES)} />
      </FaqRow>
    </div>
  )
}
