import { type Room, rooms, type SubscribedRoom } from '#contract/rooms/calls.ts'
import { LIST_MAX } from '#contract/shared/limits.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { longDate, monthly } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { subscriptionLabel } from './subscription-label.ts'

/** The membership of a user who does not own the room. */
export function Membership({ room }: { room: Room }) {
  return room.subscribed ? <Member id={room.id} /> : <Stranger room={room} />
}

const Stranger = ({ room }: { room: Room }) => (
  <div className="stack">
    <Alert>
      「{room.title}」には参加していません。参加費は {monthly(room.amount)} です。
    </Alert>
    <Button wide variant="secondary" to={paths.room(room.id)}>
      ルームを見る
    </Button>
  </div>
)

function Member({ id }: { id: string }) {
  const { items, error, refetch } = useList(rooms.listSubscribed, { query: { limit: LIST_MAX } })
  return (
    <Loaded of={{ data: items, error, refetch }} skeleton={<SkeletonRows count={3} />}>
      {(data) => {
        const joinedRoom = data.find((room) => room.id === id)
        return joinedRoom ? (
          <Subscription room={joinedRoom} />
        ) : (
          <Alert>このルームに参加しています。</Alert>
        )
      }}
    </Loaded>
  )
}

const Subscription = ({ room }: { room: SubscribedRoom }) => {
  const { badge, note } = subscriptionLabel(room.subscription)
  return (
    <Section title="参加の内容">
      <div className="stack">
        <Card padded>
          <Facts
            facts={[
              { term: '参加費', value: monthly(room.subscription.amount), strong: true },
              { term: '状態', value: badge ?? '参加中' },
              { term: '更新', value: note },
              { term: '開設日', value: longDate(room.created_date) },
            ]}
          />
        </Card>
        <Button wide variant="secondary" icon="room" to={paths.registeredRooms}>
          退会・お支払いの手続き
        </Button>
        <Button wide variant="secondary" icon="bell" to={paths.settingAccount}>
          通知の設定
        </Button>
      </div>
    </Section>
  )
}
