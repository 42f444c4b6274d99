import { useParams } from 'react-router-dom'
import { account } from '#contract/account/calls.ts'
import { ProfileView } from '#pwa/features/account/profile/ProfileView.tsx'
import { useTodaysName } from '#pwa/features/rooms/useTodaysName.ts'
import { Page } from '#pwa/layouts/Page.tsx'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'

export function ProfilePage() {
  const { roomid: name = '' } = useParams()
  const person = useLoad(account.getProfile, { params: { name } })
  useTodaysName(person.data?.name)
  useTitle(person.data?.display_name)
  return (
    <Page narrow>
      <Loaded of={person} heading="h1">
        {(data) => <ProfileView person={data} />}
      </Loaded>
    </Page>
  )
}
