import { operatorSystem, type FailedWork as Work } from '#contract/operator/system/calls.ts'
import { useList, useSend } from '#pwa/lib/api/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'
import { topicLabels } from './work-labels.ts'

/** Failed background jobs. */
export function FailedWork() {
  const failed = useList(operatorSystem.listFailedWork, { query: {} })
  return (
    <LoadedList
      of={failed}
      keyOf={({ id }) => id}
      wrap={(rows) => <List carded>{rows}</List>}
      empty={<p className="small muted">失敗した処理はありません。</p>}
    >
      {(work) => <WorkRow work={work} />}
    </LoadedList>
  )
}

function WorkRow({ work }: { work: Work }) {
  const retry = useSend(operatorSystem.retryWork, {
    refresh: [operatorSystem.listFailedWork, operatorSystem.getHealth],
  })
  const again = () =>
    retry.mutateAsync({ params: { id: work.id } }).then(
      () => showToast('もう一度処理します'),
      () => undefined, // The error shows below.
    )
  const givenUp = work.state === 'given_up'
  return (
    <ListRow
      title={topicLabels[work.topic] ?? work.topic}
      note={
        work.due_at
          ? `${work.attempts}回試しました・次は ${dateTime(work.due_at)}`
          : `${work.attempts}回試してやめました・${dateTime(work.created_at)}`
      }
      trailing={
        givenUp && (
          <Button size="s" variant="secondary" busy={retry.isPending} onClick={() => void again()}>
            やり直す
          </Button>
        )
      }
    >
      <p className="small">
        <Badge tone={givenUp ? 'warning' : 'neutral'}>
          {givenUp ? '止まっています' : '再試行中'}
        </Badge>{' '}
        <code>{work.error}</code>
      </p>
      {retry.error && (
        <Alert tone="danger" role="alert">
          {retry.error.message}
        </Alert>
      )}
    </ListRow>
  )
}
