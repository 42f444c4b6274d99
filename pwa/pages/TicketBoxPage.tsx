import { TicketBox } from '#pwa/features/tickets/TicketBox.tsx'
import { useHeld } from '#pwa/features/tickets/useHeld.ts'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { IconButton } from '#pwa/ui/IconButton.tsx'

export function TicketBoxPage() {
  const held = useHeld()
  return (
    <>
      <Topbar title="チケットボックス">
        <IconButton icon="refresh" label="更新する" onClick={() => void held.refetch()} />
      </Topbar>
      <Page>
        <TicketBox held={held} />
      </Page>
    </>
  )
}
