import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { lottery } from '#contract/lottery/calls.ts'
import { promotions } from '#contract/promotions/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import type { OwnDigitalTicket } from '#contract/tickets/calls.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { SalePanel } from '#pwa/features/tickets/room/SalePanel.tsx'
import { keyOf, useLoad } from '#pwa/lib/api/api.ts'
import { SessionProvider, useSessionState } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { dayAndTime } from '#pwa/lib/format.ts'
import { StillNow, useNow } from '#pwa/lib/now.tsx'
import { Select } from '#pwa/ui/forms/Select.tsx'
import { type SalePhase, salePhasesOf } from './sale-phases.ts'

/** What fans see of a ticket in each phase of its sale, in their own components. Nothing is sent. */
export function SalePreview({ ticket }: { ticket: OwnDigitalTicket }) {
  const now = useNow()
  const params = { roomid: ticket.room.id, id: ticket.id }
  const { data: codes = [] } = useLoad(promotions.listPromotions, { params })
  const phases = salePhasesOf(ticket, codes, now)
  const [chosen, setChosen] = useState('')
  const phase = phases.find(({ name }) => name === chosen) ?? phases[0]
  if (!phase) return null
  return (
    <div className="stack">
      <Select
        label="購入の画面の見え方"
        require
        hint="見本です。押しても何も起こりません"
        options={phases.map(({ name, label }) => ({ value: name, label }))}
        value={phase.name}
        onChange={setChosen}
      />
      {phase.from > now && (
        <p className="small muted">{dayAndTime(phase.from)}からの見え方です。</p>
      )}
      <Seen key={phase.name} phase={phase} at={phase.from > now ? phase.from : now} />
    </div>
  )
}

const noNetwork = () => Promise.reject(new TypeError('a preview sends nothing'))

/** The answers that the fan's components would get. */
function answersOf({ ticket, application, wait }: SalePhase): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { id, title, room } = ticket
  client.setQueryDefaults([], { staleTime: Number.POSITIVE_INFINITY })
  client.setQueryData(keyOf(lottery.getApplication, { params: { id }, query: {} }), application)
  const kind = 'digital_ticket'
  // Seats of the first type are those that the fan sees.
  const type = ticket.types.find(({ closed }) => !closed)
  const params = { kind, id } as const
  const inputs = [{ params }, ...(type ? [{ params, query: { type: type.id } }] : [])]
  for (const input of wait ? inputs : [])
    client.setQueryData(keyOf(waitlist.getWait, input), {
      ...{ kind, id, title, room: room.id, seats: 1, place: null, drawn: false, resale: false },
      ...{ type: type ? { id: type.id, name: type.name } : null, ...wait, can: { join: true } },
    })
  return client
}

function Seen({ phase, at }: { phase: SalePhase; at: string }) {
  const { ticket } = phase
  const state = useSessionState()
  const room = useLoad(rooms.getRoom, { params: { id: ticket.room.id } })
  const [client] = useState(() => answersOf(phase))
  const [session] = useState(() => new Session(noNetwork, state))
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
    }
    const node = panel.current
    for (const kind of ['click', 'submit']) node?.addEventListener(kind, stop, true)
  }, [])
  const props = { ticket, room: room.data && { ...room.data, subscribed: true } }
  return (
    <SessionProvider value={session}>
      <QueryClientProvider client={client}>
        <StillNow value={at}>
          <div ref={panel}>
            <SalePanel {...props} />
          </div>
        </StillNow>
      </QueryClientProvider>
    </SessionProvider>
  )
}
