import { PaymentHistory } from '#pwa/features/orders/PaymentHistory.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Button } from '#pwa/ui/button/Button.tsx'

export const PaymentsPage = () => (
  <Screen
    title="お支払い履歴"
    back={paths.account}
    actions={
      <Button variant="quiet" size="s" icon="card" to={paths.addPayments}>
        カード
      </Button>
    }
  >
    <PaymentHistory />
  </Screen>
)
