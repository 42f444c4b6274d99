import { useParams } from 'react-router-dom'
import { ProfileEditor } from '#pwa/features/account/profile/ProfileEditor.tsx'
import { Screen } from '#pwa/layouts/Screen.tsx'
import { useUser } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { NotFound } from '#pwa/load/NotFound.tsx'

/** The user's own settings; those of others are not found. */
export function ProfileSettingPage() {
  const { roomid: name = '' } = useParams()
  const user = useUser()
  if (user?.name !== name) return <NotFound />
  return (
    <Screen title="プロフィール設定" back={paths.profile(name)}>
      <ProfileEditor user={user} />
    </Screen>
  )
}
