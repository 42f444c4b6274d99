import { OwnerOnly } from '#pwa/features/dashboard/OwnerOnly.tsx'
import { TicketBase } from '#pwa/features/dashboard/tickets/TicketBase.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const CreateTicketPage = () => (
  <Screen title="電子チケットを作成" back={paths.ownTickets}>
    <OwnerOnly what="会場に入るための電子チケットを作る画面">
      {(room) => <TicketBase room={room} />}
    </OwnerOnly>
  </Screen>
)
