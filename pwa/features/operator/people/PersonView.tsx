import { operatorPeople, type Person } from '#contract/operator/people/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { count, date, dateTime, monthly } from '#pwa/lib/format.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
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
import { PersonActions } from './PersonActions.tsx'
import { PersonBadges } from './PersonBadges.tsx'

const memberships: Record<Person['memberships'][number]['status'], string> = {
  active: '参加中',
  past_due: 'お支払い待ち',
  incomplete: '未払いで停止中',
}

/** One person, with the possible actions. */
export function PersonView({ name }: { name: string }) {
  const person = useLoad(operatorPeople.getPerson, { params: { name } })
  return (
    <Loaded of={person}>
      {(data) => (
        <div className="stack">
          <Head person={data} />
          <SuspensionAlert suspension={data.suspension} />
          <PersonActions person={data} />
          <PersonFacts person={data} />
          <Rooms person={data} />
          <ReportsSection reports={data.reports} />
          <RecordsSection actions={data.acts} target={`user:${data.id}`} />
        </div>
      )}
    </Loaded>
  )
}

const Head = ({ person }: { person: Person }) => (
  <div className={css.head}>
    <Avatar src={person.icon_image_small_path} size="l" />
    <div className={css.names}>
      <h2>
        <Byline name={person.display_name} official={person.official_flg === 1} />
      </h2>
      <span className="small muted">@{person.name}</span>
      <span className={css.badges}>
        <PersonBadges person={person} />
      </span>
    </div>
  </div>
)

const Rooms = ({ person: { room, memberships: joined } }: { person: Person }) => (
  <Section title="ルーム">
    {!room && joined.length === 0 && (
      <p className="small muted">ルームを開いたことも、参加したこともありません。</p>
    )}
    {(room || joined.length > 0) && (
      <List carded>
        {room && (
          <ListRow
            to={adminPaths.room(room.id)}
            title={room.title}
            note={`オーナー・${monthly(room.amount)}・${count(room.subscribers)}人`}
            trailing={
              <Badge tone={roomStates[room.state].tone}>{roomStates[room.state].label}</Badge>
            }
          />
        )}
        {joined.map(({ room: id, title, status, amount, joined_at }) => (
          <ListRow
            key={id}
            to={adminPaths.room(id)}
            title={title}
            note={`${monthly(amount)}・${date(joined_at)}に参加`}
            trailing={<Badge>{memberships[status]}</Badge>}
          />
        ))}
      </List>
    )}
  </Section>
)

/** The data of a person. */
function PersonFacts({ person }: { person: Person }) {
  const { email, about, former_names, followers, tickets, sessions, last_seen_at } = person
  return (
    <Card padded>
      <Facts
        label="アカウントの内容"
        facts={[
          { term: 'メールアドレス', value: email },
          { term: '登録した日時', value: dateTime(person.created_at) },
          { term: '最後の利用', value: last_seen_at ? dateTime(last_seen_at) : 'なし' },
          { term: 'ログイン中の端末', value: `${count(sessions)}台` },
          { term: 'フォロワー', value: `${count(followers)}人` },
          { term: '有効なチケット', value: `${count(tickets)}枚` },
          ...(former_names.length > 0
            ? [{ term: '以前のユーザー名', value: former_names.map((old) => `@${old}`).join('、') }]
            : []),
          ...(about ? [{ term: '自己紹介', value: about }] : []),
        ]}
      />
    </Card>
  )
}
