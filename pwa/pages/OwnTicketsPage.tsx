import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { OwnTickets } from '#pwa/features/dashboard/OwnTickets.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { IconButton } from '#pwa/ui/IconButton.tsx'

export function OwnTicketsPage() {
  const room = useUser()?.my_room
  return (
    <>
      <Topbar title="電子チケット" back={paths.dashboard}>
        {room && (
          <IconButton icon="info" label="電子チケットで決めること" to={paths.createTicket} />
        )}
      </Topbar>
      <Page narrow>
        <OwnerOnly what="会場に入るための電子チケットと、その販売の状況">
          {(id) => <OwnTickets room={id} />}
        </OwnerOnly>
      </Page>
    </>
  )
}
