import { boxOf } from '#pwa/features/tickets/box/box.ts'
import { heldLabel } from '#pwa/features/tickets/box/held-labels.ts'
import { useHeld } from '#pwa/features/tickets/box/useHeld.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { LeavingRow } from './LeavingRow.tsx'

export function LeavingTickets() {
  const tickets = useHeld()
  const now = useNow()
  return (
    <LeavingRow
      of={tickets}
      to={paths.ticketBox}
      icon="ticket"
      title="これから使えるチケット"
      summarize={({ events, issued }) => {
        const { next, coming, archives } = boxOf(events, issued, now)
        const usable = [...(next ? [next] : []), ...coming, ...archives]
        return {
          amount: `${usable.length}枚`,
          note: next ? `次は「${heldLabel(next, now).title}」` : '見逃し配信のチケットも含みます',
        }
      }}
    />
  )
}
