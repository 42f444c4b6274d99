import { notifications } from '#contract/notifications/calls.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { OfflineAlert } from '#pwa/load/OfflineAlert.tsx'
import { UnreadCount } from '#pwa/ui/badge/UnreadCount.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import css from './Notifications.module.css'
import { useReading } from './useReading.ts'

/** What happened to the user, newest first; messages have a place of their own, which is linked above. */
export function Notifications() {
  const list = useList(notifications.listNotifications, {})
  const { read, readAll, isPending } = useReading()
  const [newest] = list.items ?? []
  return (
    <div className="stack">
      <OfflineAlert of={list} />
      <Messages />
      {newest && list.items?.some(({ unread }) => unread) && (
        <p className={css.actions}>
          <Button
            variant="quiet"
            size="s"
            icon="check"
            busy={isPending}
            onClick={() => readAll(newest.created_at)}
          >
            すべて既読にする
          </Button>
        </p>
      )}
      <LoadedList
        of={list}
        skeleton={<SkeletonRows count={6} leading="avatar" />}
        empty={<Empty />}
        keyOf={({ id }) => id}
      >
        {(notification) => <NotificationRow notification={notification} onOpen={read} />}
      </LoadedList>
    </div>
  )
}

function Messages() {
  const user = useUser()
  if (!user) return null
  return (
    <List carded>
      <ListRow
        to={paths.messages}
        leading={<Icon name="mail" />}
        title="メッセージ"
        trailing={<UnreadCount count={user.unread_messages} />}
      />
    </List>
  )
}

const Empty = () => (
  <StateScreen
    kind="empty"
    title="通知はまだありません"
    text="参加したルームの新しい投稿、コメントへの返信、チケットやお支払いのことが、ここに届きます。"
    actions={<Button to={paths.results()}>ルームをさがす</Button>}
  />
)
