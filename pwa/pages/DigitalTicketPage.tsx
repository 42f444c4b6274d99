import { useParams } from 'react-router-dom'
import { tickets } from '#contract/tickets.ts'
import { DigitalTicketView } from '#pwa/features/tickets/DigitalTicketView.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { useLoad } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { SkeletonCards } from '#pwa/ui/Skeleton.tsx'

export function DigitalTicketPage() {
  const { id = '' } = useParams()
  const issued = useLoad(tickets.getIssued, { params: { id } })
  return (
    <>
      <Topbar title="入場チケット" back={paths.ticketBox} />
      <Page>
        <Loaded of={issued} skeleton={<SkeletonCards count={1} />}>
          {(found) => <DigitalTicketView issued={found} />}
        </Loaded>
      </Page>
    </>
  )
}
