import { PaymentHistory } from '#pwa/features/orders/PaymentHistory.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/Button.tsx'

export const PaymentsPage = () => (
  <>
    <Topbar title="お支払い履歴" back={paths.account}>
      <Button variant="quiet" size="s" icon="card" to={paths.addPayments}>
        カード
      </Button>
    </Topbar>
    <Page narrow>
      <PaymentHistory />
    </Page>
  </>
)
