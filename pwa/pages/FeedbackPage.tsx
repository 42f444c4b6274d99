import { Feedback } from '#pwa/features/account/Feedback.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const FeedbackPage = () => (
  <Screen title="ご意見を送る" back={paths.account}>
    <Feedback />
  </Screen>
)
