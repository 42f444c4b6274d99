import { Feedback } from '#pwa/features/account/Feedback.tsx'
import { Topbar } from '#pwa/layouts/chrome/Topbar.tsx'
import { Page } from '#pwa/layouts/Page.tsx'
import { paths } from '#pwa/lib/paths.ts'

export const FeedbackPage = () => (
  <>
    <Topbar title="ご意見を送る" back={paths.account} />
    <Page narrow>
      <Feedback />
    </Page>
  </>
)
