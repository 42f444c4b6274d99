import { useSearchParams } from 'react-router-dom'
import { urlOf } from '#contract/http/caller.ts'
import { type RoomMember, rooms } from '#contract/rooms/calls.ts'
import { SEARCH_MAX } from '#contract/shared/limits.ts'
import { useList } from '#pwa/lib/api/api.ts'
import { isKeyOf } from '#pwa/lib/unknown.ts'
import { CsvButton } from '#pwa/load/CsvButton.tsx'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
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

/** All members of a room. The filter is in the URL, so that going back restores it. */
export function RoomMembers({ room }: { room: string }) {
  const [params] = useSearchParams()
  const status = statusIn(params)
  const search = params.get('search') ?? ''
  const list = useList(rooms.listMembers, {
    params: { id: room },
    query: { ...(status && { status }), ...(search && { search }) },
  })
  const isFiltered = status !== null || search !== ''
  return (
    <div className="stack">
      <div>
        <Announce room={room} />
      </div>
      <MemberFilter status={status} search={search} />
      <CsvButton
        url={urlOf(rooms.listMembers, { params: { id: room }, query: { format: 'csv' } })}
      />
      <LoadedList
        of={list}
        skeleton={<SkeletonRows count={8} />}
        empty={isFiltered ? <NobodyFound /> : <NobodyYet />}
        keyOf={({ name }) => name}
      >
        {(member) => <MemberRow member={member} full />}
      </LoadedList>
      <AnnouncedList />
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
    text="ルームに参加した人が、参加した日とお支払いの状態といっしょにならびます。"
  />
)

const NobodyFound = () => (
  <StateScreen
    kind="empty"
    title="見つかりませんでした"
    text="この条件にあうメンバーはいません。"
    actions={
      <Button variant="secondary" to="?">
        すべてのメンバーを見る
      </Button>
    }
  />
)
