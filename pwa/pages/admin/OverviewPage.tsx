import { Figures } from '#pwa/features/operator/overview/Figures.tsx'
import { TaskQueue } from '#pwa/features/operator/queue/TaskQueue.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { paths } from '#pwa/lib/paths.ts'
import css from './OverviewPage.module.css'

/** What waits, and beside it how the service is. */
export const OverviewPage = () => (
  <Screen title="対応待ち" back={paths.account} wide>
    <div className={css.overview}>
      <TaskQueue />
      <Figures />
    </div>
  </Screen>
)
