import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { TicketBase } from '#pwa/features/dashboard/TicketBase.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const CreateTicketPage = () => (
  <Screen title="電子チケットの準備" back={paths.ownTickets}>
    <OwnerOnly what="電子チケットで決めること">{(room) => <TicketBase room={room} />}</OwnerOnly>
  </Screen>
)
