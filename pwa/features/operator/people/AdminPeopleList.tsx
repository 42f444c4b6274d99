import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { operatorPeople, type PersonRow } from '#contract/operator/people/calls.ts'
import { SEARCH_MAX } from '#contract/shared/limits.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { date } from '#pwa/lib/format.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { Finder } from '#pwa/ui/forms/Finder.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import { AdminList, NOT_FOUND } from '../AdminList.tsx'
import { adminPaths } from '../admin-paths.ts'
import { PersonBadges } from './PersonBadges.tsx'

const STATES = ['suspended', 'official', 'operator'] as const
const choices = [
  { value: '', label: 'すべて' },
  { value: 'suspended', label: '停止中' },
  { value: 'official', label: '公式' },
  { value: 'operator', label: '運営' },
]

/** An email address contains an @; a handle may begin with one. */
const isAddress = (text: string) => /^[^@\s]+@[^@\s]+$/.test(text)

/** All accounts. */
export function AdminPeopleList() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const byEmail = useSend(operatorPeople.findByEmail)
  const [missed, setMissed] = useState<string | null>(null)
  const state = STATES.find((known) => known === params.get('state'))
  const search = params.get('search') ?? ''
  /** Email addresses must not be in a URL: an exact match opens the person's page, otherwise an error shows. */
  const takeAddress = (text: string) => {
    setMissed(null)
    if (!isAddress(text)) return false
    byEmail.mutateAsync({ body: { email: text } }).then(
      ({ name }) => void navigate(adminPaths.user(name)),
      () => setMissed('このメールアドレスのアカウントは見つかりませんでした。'),
    )
    return true
  }
  return (
    <AdminList
      call={operatorPeople.listPeople}
      input={{ query: { ...(state && { state }), ...(search && { search }) } }}
      filters={
        <>
          <Finder
            label="ユーザーをさがす"
            placeholder="ユーザー名・表示名・メールアドレス"
            max={SEARCH_MAX}
            search={search}
            chosen={state ?? ''}
            choices={choices}
            onTerms={takeAddress}
          />
          {missed && (
            <Alert tone="warning" role="alert">
              {missed}
            </Alert>
          )}
        </>
      }
      keyOf={({ name }) => name}
      rows={8}
      empty={NOT_FOUND}
    >
      {(person) => <PeopleRow person={person} />}
    </AdminList>
  )
}

const PeopleRow = ({ person }: { person: PersonRow }) => (
  <ListRow
    to={adminPaths.user(person.name)}
    leading={<Avatar src={person.icon_image_small_path} />}
    title={<Byline name={person.display_name} official={person.official_flg === 1} />}
    note={`@${person.name}・${date(person.created_at)} 登録`}
    trailing={<PersonBadges person={person} />}
  />
)
