import { SEARCH_MAX } from '#contract/limits.ts'
import type { RoomMember } from '#contract/rooms/calls.ts'
import { Finder } from '#pwa/ui/forms/Finder.tsx'
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
export const MemberFilter = ({ status, search }: MemberFilterProps) => (
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
