import { account } from '#contract/account.ts'
import { profile } from '#contract/profile.ts'
import { type Need, need } from '#pwa/lib/api.ts'
import type { GuardName } from '../guards.ts'
import { type Route, route } from '../route.tsx'

type Params = Readonly<Record<string, string | undefined>>

const guards: GuardName[] = ['new-room']
const of =
  (more: (name: string) => Need[] = () => []) =>
  ({ roomid: name = '' }: Params) => [need(account.getProfile, { params: { name } }), ...more(name)]

export const profileRoutes: Route[] = [
  route('/:roomid', 'ProfilePage', () => import('#pwa/pages/ProfilePage.tsx'), {
    guards,
    needs: of(),
  }),
  route('/:roomid/followers', 'FollowersPage', () => import('#pwa/pages/FollowersPage.tsx'), {
    layout: 'account-follow',
    guards,
    needs: of((name) => [need(profile.listFollowers, { params: { name } })]),
  }),
  route('/:roomid/following', 'FollowingPage', () => import('#pwa/pages/FollowingPage.tsx'), {
    layout: 'account-follow',
    guards,
    needs: of((name) => [need(profile.listFollowing, { params: { name } })]),
  }),
  route(
    '/:roomid/setting',
    'ProfileSettingPage',
    () => import('#pwa/pages/ProfileSettingPage.tsx'),
    {
      layout: 'account',
      guards: ['member-authenticated', 'new-room'],
    },
  ),
  route('*', 'NotFoundPage', () => import('#pwa/pages/NotFoundPage.tsx')),
]
