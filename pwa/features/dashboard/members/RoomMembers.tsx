import { useSearchParams } from 'react-router-dom'
import { urlOf } from '#contract/http/caller.ts'
import { type RoomMember, rooms } from '#contract/rooms/calls.ts'
import { SEARCH_MAX } from '#contract/shared/limits.ts'
import { PersonCell } from '#pwa/features/profile/PersonCell.tsx'
import { useList } from '#pwa/lib/api/api.ts'
import { date } from '#pwa/lib/format.ts'
import { isKeyOf } from '#pwa/lib/unknown.ts'
import { CsvButton } from '#pwa/load/CsvButton.tsx'
import { SortedList } from '#pwa/load/SortedList.tsx'
import { type SortedColumn, useOrder } from '#pwa/load/useOrder.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { Finder } from '#pwa/ui/forms/Finder.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { Announce } from './Announce.tsx'
import { AnnouncedList } from './AnnouncedList.tsx'
import { MemberRow } from './MemberRow.tsx'
import { memberStatus } from './member-labels.ts'

interface MemberFilterProps {
  status: RoomMember['status'] | null
  search: string
}

const choices = [
  { value: '', label: 'すべて' },
  ...Object.entries(memberStatus).map(([value, { label }]) => ({ value, label })),
]

/** Filters members by a part of the name and by membership status. */
const MemberFilter = ({ status, search }: MemberFilterProps) => (
  <Finder
    label="メンバーをさがす"
    placeholder="名前でさがす"
    max={SEARCH_MAX}
    search={search}
    by="status"
    chosen={status ?? ''}
    choices={choices}
  />
)

const columns: SortedColumn<RoomMember, 'joined' | 'name' | 'status' | 'left'>[] = [
  {
    label: '名前',
    by: 'name',
    sort: 'text',
    cell: (member) => <PersonCell person={member} />,
  },
  {
    label: '状態',
    by: 'status',
    sort: 'text',
    cell: ({ status }) => (
      <Badge tone={memberStatus[status].tone}>{memberStatus[status].label}</Badge>
    ),
  },
  {
    label: '参加した日',
    by: 'joined',
    sort: 'date',
    cell: ({ joined_at }) => date(joined_at),
  },
  {
    label: '退会した日',
    by: 'left',
    sort: 'date',
    cell: ({ left_at }) => left_at && date(left_at),
  },
]

/** All members of a room. The filter is in the URL, so that going back restores it. */
export function RoomMembers({ room }: { room: string }) {
  const [params] = useSearchParams()
  const status = statusIn(params)
  const search = params.get('search') ?? ''
  const order = useOrder(columns, '-joined')
  const list = useList(rooms.listMembers, {
    params: { id: room },
    query: { ...(status && { status }), ...(search && { search }), ...order.query },
  })
  const isFiltered = status !== null || search !== ''
  return (
    <div className="stack">
      <div className="stack measure">
        <MemberFilter status={status} search={search} />
        <div className="row wrap">
          <Announce room={room} />
          <CsvButton
            url={urlOf(rooms.listMembers, { params: { id: room }, query: { format: 'csv' } })}
          />
        </div>
      </div>
      <SortedList
        of={list}
        label="メンバー"
        order={order}
        skeleton={<SkeletonRows count={8} />}
        empty={isFiltered ? <NobodyFound /> : <NobodyYet />}
        keyOf={({ name }) => name}
      >
        {(member) => <MemberRow member={member} full />}
      </SortedList>
      <div className="measure">
        <AnnouncedList />
      </div>
    </div>
  )
}

function statusIn(params: URLSearchParams): RoomMember['status'] | null {
  const status = params.get('status') ?? ''
  return isKeyOf(memberStatus, status) ? status : null
}

const NobodyYet = () => (
  <StateScreen
    kind="empty"
    title="まだメンバーがいません"
    text="ルームに参加した人が、参加した日とお支払いの状態と一緒にならびます。"
  />
)

const NobodyFound = () => (
  <StateScreen
    kind="empty"
    title="見つかりませんでした"
    text="この条件に合うメンバーはいません。"
    actions={
      <Button variant="secondary" to="?">
        すべてのメンバーを見る
      </Button>
    }
  />
)
