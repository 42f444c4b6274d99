import { TicketBox } from '#pwa/features/tickets/box/TicketBox.tsx'
import { useHeld } from '#pwa/features/tickets/box/useHeld.ts'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'

export function TicketBoxPage() {
  const tickets = useHeld()
  return (
    <Screen
      title="チケットボックス"
      actions={
        <IconButton icon="refresh" label="更新する" onClick={() => void tickets.refetch()} />
      }
      wide
    >
      <TicketBox tickets={tickets} />
    </Screen>
  )
}
