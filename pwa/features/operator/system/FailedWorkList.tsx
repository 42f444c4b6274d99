import { operatorSystem, type FailedWork as Work } from '#contract/operator/system/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { AdminList } from '../AdminList.tsx'
import { RetryRow } from '../RetryRow.tsx'
import { topicLabels } from './work-labels.ts'

/** Failed background jobs. */
export const FailedWorkList = () => (
  <AdminList
    call={operatorSystem.listFailedWork}
    input={{ query: {} }}
    keyOf={({ id }) => id}
    empty="失敗した処理はありません。"
  >
    {(work) => <WorkRow work={work} />}
  </AdminList>
)

function WorkRow({ work }: { work: Work }) {
  const retry = useSend(operatorSystem.retryWork, {
    refresh: [operatorSystem.listFailedWork, operatorSystem.getHealth],
  })
  const again = () =>
    retry.mutate({ params: { id: work.id } }, { onSuccess: () => showToast('もう一度処理します') })
  const givenUp = work.state === 'given_up'
  return (
    <RetryRow
      title={topicLabels[work.topic] ?? work.topic}
      note={
        work.due_at
          ? `${work.attempts}回試しました・次は ${dateTime(work.due_at)}`
          : `${work.attempts}回試してやめました・${dateTime(work.created_at)}`
      }
      retry={retry}
      onRetry={givenUp ? again : null}
    >
      <p className="small">
        <Badge tone={givenUp ? 'warning' : 'neutral'}>
          {givenUp ? '止まっています' : '再試行中'}
        </Badge>{' '}
        <code>{work.error}</code>
      </p>
    </RetryRow>
  )
}
