import { type OperatorRoom, operatorRooms } from '#contract/operator/rooms/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { count, date, dateTime, monthly } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import css from '../actions/Head.module.css'
import { RecordsSection } from '../actions/Records.tsx'
import { ReportsSection } from '../actions/Reports.tsx'
import { roomStates } from '../actions/room-states.ts'
import { SuspensionAlert } from '../actions/SuspensionAlert.tsx'
import { adminPaths } from '../admin-paths.ts'
import { RoomActions } from './RoomActions.tsx'
import { RoomStampsSection } from './RoomStampsSection.tsx'

/** One room, with the possible actions. */
export function RoomView({ id }: { id: string }) {
  const room = useLoad(operatorRooms.getOperatorRoom, { params: { id } })
  return (
    <Loaded of={room}>
      {(data) => (
        <div className="stack">
          <Head room={data} />
          <SuspensionAlert suspension={data.suspension} />
          {data.owner_suspended && (
            <Alert tone="warning">
              オーナーのアカウントが停止中です。停止を解除するまで、ルームは公開されません。
            </Alert>
          )}
          <RoomActions room={data} />
          <RoomFacts room={data} />
          <Owner room={data} />
          <Events room={data} />
          <RoomStampsSection room={data} />
          <ReportsSection reports={data.reports} />
          <RecordsSection actions={data.acts} target={`room:${data.room_id}`} />
        </div>
      )}
    </Loaded>
  )
}

const Head = ({ room }: { room: OperatorRoom }) => (
  <div className={css.names}>
    <h2>{room.title}</h2>
    <span className="small muted">@{room.id}</span>
    <span className={css.badges}>
      <Badge tone={roomStates[room.state].tone}>{roomStates[room.state].label}</Badge>
    </span>
  </div>
)

const RoomFacts = ({ room: { members, ...room } }: { room: OperatorRoom }) => (
  <Card padded>
    <Facts
      label="ルームの内容"
      facts={[
        { term: '参加費', value: monthly(room.amount) },
        { term: '参加中', value: `${count(members.active)}人` },
        { term: 'お支払い待ち', value: `${count(members.past_due)}人` },
        { term: '未払いで停止中', value: `${count(members.incomplete)}人` },
        { term: '自動更新のあるメンバー', value: `${count(members.paying)}人` },
        { term: '開いた日', value: date(room.created_at) },
        ...(room.about ? [{ term: '説明', value: room.about }] : []),
      ]}
    />
  </Card>
)

const Owner = ({ room: { owner } }: { room: OperatorRoom }) => (
  <Section title="オーナー">
    <List carded>
      <ListRow
        to={adminPaths.user(owner.name)}
        leading={<Avatar src={owner.icon_image_small_path} />}
        title={<Byline name={owner.display_name} official={owner.official_flg === 1} />}
        note={`@${owner.name}`}
      />
    </List>
  </Section>
)

const Events = ({ room: { events } }: { room: OperatorRoom }) => (
  <Section title="これからのイベント">
    {events.length === 0 ? (
      <p className="small muted">公開されている、これからのイベントはありません。</p>
    ) : (
      <List carded>
        {events.map(({ id, title, start, participants }) => (
          <ListRow
            key={id}
            title={title}
            note={`${dateTime(start)}・チケット${count(participants)}枚`}
          />
        ))}
      </List>
    )}
  </Section>
)
