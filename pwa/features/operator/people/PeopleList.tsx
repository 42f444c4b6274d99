import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { SEARCH_MAX } from '#contract/limits.ts'
import { operatorPeople, type PersonRow } from '#contract/operator/people.ts'
import { useList, useSend } from '#pwa/lib/api.ts'
import { date } from '#pwa/lib/format.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { Avatar } from '#pwa/ui/Avatar.tsx'
import { Byline } from '#pwa/ui/Byline.tsx'
import { Finder } from '#pwa/ui/forms/Finder.tsx'
import { List } from '#pwa/ui/List.tsx'
import { ListRow } from '#pwa/ui/ListRow.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { SkeletonRows } from '#pwa/ui/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'
import { deskPaths } from '../desk-paths.ts'
import { PersonBadges } from './PersonBadges.tsx'

const STATES = ['suspended', 'official', 'operator'] as const
const choices = [
  { value: '', label: 'すべて' },
  { value: 'suspended', label: '停止中' },
  { value: 'official', label: '公式' },
  { value: 'operator', label: '運営' },
]

/** Handles may begin with an @, an address has one within. */
const isAddress = (words: string) => /^[^@\s]+@[^@\s]+$/.test(words)

/** Everybody who has an account. */
export function PeopleList() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const byEmail = useSend(operatorPeople.findByEmail)
  const [missed, setMissed] = useState<string | null>(null)
  const state = STATES.find((known) => known === params.get('state'))
  const search = params.get('search') ?? ''
  const people = useList(operatorPeople.listPeople, {
    query: { ...(state && { state }), ...(search && { search }) },
  })
  /** Addresses stand in no URL: they lead to the person at once, or nowhere. */
  const takeAddress = (words: string) => {
    setMissed(null)
    if (!isAddress(words)) return false
    byEmail.mutateAsync({ body: { email: words } }).then(
      ({ name }) => void navigate(deskPaths.user(name)),
      () => setMissed('このメールアドレスのアカウントは見つかりませんでした。'),
    )
    return true
  }
  return (
    <div className="stack">
      <Finder
        label="ユーザーをさがす"
        placeholder="ユーザー名・表示名・メールアドレス"
        max={SEARCH_MAX}
        search={search}
        chosen={state ?? ''}
        choices={choices}
        onWords={takeAddress}
      />
      {missed && (
        <Notice tone="warning" role="alert">
          {missed}
        </Notice>
      )}
      <LoadedList
        of={people}
        keyOf={({ name }) => name}
        wrap={(rows) => <List carded>{rows}</List>}
        skeleton={<SkeletonRows count={8} />}
        empty={
          <StateScreen
            kind="empty"
            title="見つかりませんでした"
            text="言葉や条件を変えて、もう一度おさがしください。"
          />
        }
      >
        {(person) => <PeopleRow person={person} />}
      </LoadedList>
    </div>
  )
}

const PeopleRow = ({ person }: { person: PersonRow }) => (
  <ListRow
    to={deskPaths.user(person.name)}
    leading={<Avatar src={person.icon_image_small_path} />}
    title={<Byline name={person.display_name} official={person.official_flg === 1} />}
    note={`@${person.name} ・ ${date(person.created_at)} 登録`}
    trailing={<PersonBadges person={person} />}
  />
)
