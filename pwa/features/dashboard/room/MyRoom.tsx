import type { Room } from '#contract/rooms/calls.ts'
import { Links } from '#pwa/features/profile/Links.tsx'
import { RoomCard } from '#pwa/features/rooms/list/RoomCard.tsx'
import { count, longDate, monthly } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { Facts } from '#pwa/ui/layout/Facts.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'
import { CloseRoom } from './CloseRoom.tsx'
import css from './MyRoom.module.css'
import { RoomStaff } from './RoomStaff.tsx'
import { RoomStamps } from './RoomStamps.tsx'

const roomStates: Record<
  Room['state'],
  { label: string; text: string; tone: 'positive' | 'warning' }
> = {
  1: { label: '公開中', text: '誰でも参加できます', tone: 'positive' },
  8: {
    label: '受付停止',
    text: '新しい参加を受け付けていません。いまのメンバーは利用できます',
    tone: 'warning',
  },
  9: { label: '停止中', text: 'ほかの人には表示されていません', tone: 'warning' },
}

/** The room's external links. */
const RoomLinks = ({ room: { room_menus } }: { room: Room }) =>
  room_menus.length === 0 ? (
    <Alert>ルームに載せているリンクはありません。</Alert>
  ) : (
    <Links links={room_menus} />
  )

/** The owner's room: pictures, facts, links, staff and sharing. */
export const MyRoom = ({ room }: { room: Room }) => (
  <>
    <RoomIcon room={room} />
    <Section title="ルームの内容">
      <Contents room={room} />
    </Section>
    <Section title="リンク">
      <RoomLinks room={room} />
    </Section>
    <Section title="スタンプ">
      <RoomStamps room={room.id} />
    </Section>
    <Section title="スタッフ">
      <RoomStaff room={room.id} />
    </Section>
    <Section title="一覧での見え方">
      <ul>
        <RoomCard room={room} />
      </ul>
    </Section>
    <CloseRoom room={room} />
  </>
)

function RoomIcon({ room }: { room: Room }) {
  const { id, title, header_image_path, icon_image_path, state } = room
  return (
    <Card as="section" className={css.face}>
      <div className={css.picture}>
        {header_image_path && <img className="art" src={header_image_path} alt="" />}
      </div>
      <div className={css.words}>
        <span className={css.window}>
          <ArchedImage src={icon_image_path} size="l" />
        </span>
        <div className="grow">
          <h2>{title}</h2>
          <Badge tone={roomStates[state].tone}>{roomStates[state].label}</Badge>
        </div>
      </div>
      <div className={css.go}>
        <Button wide size="s" icon="pen" to={paths.roomSetting(id)}>
          ルームを編集
        </Button>
        <Button wide size="s" variant="secondary" to={paths.room(id)}>
          ルームを見る
        </Button>
        <Button wide size="s" variant="secondary" to={paths.profile(id)}>
          マイページを見る
        </Button>
      </div>
    </Card>
  )
}

const Contents = ({ room }: { room: Room }) => (
  <Card padded>
    <Facts
      facts={[
        { term: '参加費', value: monthly(room.amount), strong: true },
        { term: '参加者', value: `${count(room.subscribers)}人` },
        { term: '状態', value: roomStates[room.state].text },
        { term: '開設日', value: longDate(room.created_date) },
        { term: 'URL', value: paths.room(room.id) },
      ]}
    />
    <p className={css.about}>{room.about}</p>
  </Card>
)
