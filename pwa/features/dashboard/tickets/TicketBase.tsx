import { Suspense, useState } from 'react'
import { type TicketOnSale, tickets } from '#contract/tickets/calls.ts'
import { allowedLabel } from '#pwa/features/tickets/ticket-labels.ts'
import { ticketPrice } from '#pwa/features/tickets/type-labels.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { bareTime, count, time } from '#pwa/lib/format.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { OwnTicketRow } from './OwnTicketRow.tsx'

/** Each part of a ticket with its value on the last ticket, or its purpose. */
const baseFacts = (last: TicketOnSale | undefined) => [
  { term: 'タイトル', value: last?.title ?? '公演や催しの名前' },
  { term: '会場', value: last?.venue ?? '会場の名前と町' },
  {
    term: '時刻',
    value: last ? `開場 ${bareTime(last.opens_at)}　開演 ${time(last.starts_at)}` : '開場と開演',
  },
  { term: '料金', value: last ? ticketPrice(last) : '税込の金額。0円で無料になります' },
  { term: '枚数', value: last ? `${count(last.capacity)}枚` : '入場できる人数' },
  {
    term: '購入',
    value: last
      ? last.members_only
        ? 'メンバーだけ'
        : '誰でも'
      : 'メンバーだけか、誰でも買えるか',
  },
  { term: '譲渡', value: last ? allowedLabel(!last.no_transfer) : '認めるかどうか' },
  { term: '再入場', value: last ? allowedLabel(last.reentry) : '認めるかどうか' },
]

/** The parts of a digital ticket, with the values of the last one, and the list of all. */
export function TicketBase({ room }: { room: string }) {
  const list = useList(tickets.listDigitalTickets, { params: { roomid: room } })
  const last = list.items?.filter(({ status }) => status === 'published').toSorted(latestFirst)[0]
  return (
    <>
      <Section title="電子チケットで決めること">
        <div className="stack">
          <p className="small muted">
            {last
              ? `いちばん新しい「${last.title}」の内容です。次のチケットの見本になります。`
              : '会場に入るためのチケットには、次のことを書きます。'}
          </p>
          <Card padded>
            <Facts facts={baseFacts(last)} />
          </Card>
          <NewTicket room={room} />
        </div>
      </Section>
      <Section title="これまでの電子チケット">
        <LoadedList
          of={list}
          empty={<Alert>電子チケットを発行すると、次のときの見本としてここにならびます。</Alert>}
          keyOf={({ id }) => id}
        >
          {(ticket) => <OwnTicketRow ticket={ticket} />}
        </LoadedList>
      </Section>
    </>
  )
}

const latestFirst = (a: TicketOnSale, b: TicketOnSale) => (a.starts_at < b.starts_at ? 1 : -1)

const TicketEditor = lazyWithProgress(async () => (await import('./TicketEditor.tsx')).TicketEditor)

function NewTicket({ room }: { room: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button wide icon="plus" onClick={() => setOpen(true)}>
        電子チケットを作成する
      </Button>
      {open && (
        <Suspense>
          <TicketEditor room={room} ticket={null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
