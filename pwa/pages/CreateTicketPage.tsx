import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { TicketBase } from '#pwa/features/dashboard/TicketBase.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const CreateTicketPage = () => (
  <>
    <Topbar title="電子チケットの準備" back={paths.ownTickets} />
    <Page narrow>
      <OwnerOnly what="電子チケットで決めること">{(room) => <TicketBase room={room} />}</OwnerOnly>
    </Page>
  </>
)
