import { useParams } from 'react-router-dom'
import { account } from '#contract/account.ts'
import { AccountFacts } from '#pwa/features/account/AccountFacts.tsx'
import { ProfileFacts } from '#pwa/features/account/ProfileFacts.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useLoad } from '#pwa/lib/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { useUser } from '#pwa/lib/session.tsx'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { NotFound } from '#pwa/load/NotFound.tsx'

/** One's own only: another's settings are no page. */
export function ProfileSettingPage() {
  const { roomid: name = '' } = useParams()
  const user = useUser()
  const person = useLoad(account.getProfile, { params: { name } })
  if (user?.name !== name) return <NotFound />
  return (
    <Screen title="プロフィール設定" back={paths.profile(name)}>
      <Loaded of={person}>{(found) => <ProfileFacts person={found} />}</Loaded>
      <AccountFacts user={user} />
    </Screen>
  )
}
