import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { OwnTickets } from '#pwa/features/dashboard/tickets/OwnTickets.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'

export function OwnTicketsPage() {
  const room = useUser()?.my_room
  return (
    <Screen
      title="電子チケット"
      back={paths.dashboard}
      actions={
        room && <IconButton icon="plus" label="電子チケットを作成する" to={paths.createTicket} />
      }
    >
      <OwnerOnly what="会場に入るための電子チケットと、その販売の状況">
        {(id) => <OwnTickets room={id} />}
      </OwnerOnly>
    </Screen>
  )
}
