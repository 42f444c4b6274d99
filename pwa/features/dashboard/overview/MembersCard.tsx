import { type RoomMember, rooms } from '#contract/rooms/calls.ts'
import { LIST_MAX } from '#contract/shared/limits.ts'
import { Announce } from '#pwa/features/dashboard/members/Announce.tsx'
import { MemberRow } from '#pwa/features/dashboard/members/MemberRow.tsx'
import { newThisWeek } from '#pwa/features/dashboard/members/member-labels.ts'
import { useList, useLoad } from '#pwa/lib/api/api.ts'
import { count } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Card } from '#pwa/ui/layout/Card.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import css from './MembersCard.module.css'

const SHOWN = 4

/** The member count and the newest members. */
export function MembersCard({ room }: { room: string }) {
  const { items, error, refetch, more } = useList(rooms.listMembers, {
    params: { id: room },
    query: { limit: LIST_MAX },
  })
  return (
    <Section title="メンバー" more={{ to: paths.roomMembers, label: 'すべて見る' }}>
      <Loaded of={{ data: items, error, refetch }} skeleton={<SkeletonRows count={SHOWN} />}>
        {(data) => (
          <Card className={css.card}>
            <Count room={room} members={data} more={more !== null} />
            {data.length > 0 && (
              <div className={css.announce}>
                <Announce room={room} />
              </div>
            )}
            {data.length === 0 ? (
              <p className={css.none}>参加した人がここにならびます。</p>
            ) : (
              <List>
                {data.slice(0, SHOWN).map((member) => (
                  <MemberRow key={member.name} member={member} />
                ))}
              </List>
            )}
          </Card>
        )}
      </Loaded>
    </Section>
  )
}

function Count({ room, members, more }: { room: string; members: RoomMember[]; more: boolean }) {
  const { data } = useLoad(rooms.getRoom, { params: { id: room } })
  const fresh = newThisWeek(members, useNow())
  // All members of the first page are new: the next page may have more.
  const orMore = more && fresh === members.length
  return (
    <p className={css.count}>
      <b>{data ? count(data.subscribers) : '–'}</b>人
      {fresh > 0 && (
        <Badge tone="positive">
          今週 +{fresh}
          {orMore && '以上'}
        </Badge>
      )}
    </p>
  )
}
