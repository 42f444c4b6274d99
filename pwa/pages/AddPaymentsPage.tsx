import { AcceptedCards } from '#pwa/features/payments/AcceptedCards.tsx'
import { SavedCards } from '#pwa/features/payments/SavedCards.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const AddPaymentsPage = () => (
  <>
    <Topbar title="お支払い方法" back={paths.account} />
    <Page narrow>
      <SavedCards />
      <AcceptedCards />
    </Page>
  </>
)
