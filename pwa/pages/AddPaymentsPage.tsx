import { AcceptedCards } from '#pwa/features/payments/AcceptedCards.tsx'
import { NewCard } from '#pwa/features/payments/NewCard.tsx'
import { SavedCards } from '#pwa/features/payments/SavedCards.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const AddPaymentsPage = () => (
  <Screen title="お支払い方法" back={paths.account}>
    <SavedCards />
    <NewCard />
    <AcceptedCards />
  </Screen>
)
