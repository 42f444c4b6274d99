import { useParams } from 'react-router-dom'
import { account } from '#contract/account/calls.ts'
import { useTodaysName } from '#pwa/features/rooms/useTodaysName.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Loaded } from '#pwa/load/Loaded.tsx'
import { Tabs } from '#pwa/ui/layout/Tabs.tsx'
import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'
import { Screen } from './Screen.tsx'

/** The followers or following of a user, with a back link and both tabs. */
export function FollowLayout({ children }: LayoutProps) {
  const { roomid: name = '' } = useParams()
  const person = useLoad(account.getProfile, { params: { name } })
  useTodaysName(person.data?.name)
  return (
    <Frame header={false}>
      <Loaded of={person} heading="h1">
        {({ display_name }) => (
          <Screen title={display_name} back={paths.profile(name)}>
            <p className="small muted">@{name}</p>
            <div className="stack">
              <Tabs
                label="フォロー"
                tabs={[
                  { label: 'フォロワー', to: paths.followers(name) },
                  { label: 'フォロー中', to: paths.following(name) },
                ]}
              />
              {children}
            </div>
          </Screen>
        )}
      </Loaded>
    </Frame>
  )
}
