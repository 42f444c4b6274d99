import type { GuardName } from '../guards.ts'
import { type Route, route } from '../route.tsx'

const guards: GuardName[] = ['new-room']
export const profileRoutes: Route[] = [
  route('/:roomid', 'ProfilePage', () => import('#pwa/pages/ProfilePage.tsx'), {
    guards,
  }),
  route('/:roomid/followers', 'FollowersPage', () => import('#pwa/pages/FollowersPage.tsx'), {
    layout: 'account-follow',
    guards,
  }),
  route('/:roomid/following', 'FollowingPage', () => import('#pwa/pages/FollowingPage.tsx'), {
    layout: 'account-follow',
    guards,
  }),
  route(
    '/:roomid/setting',
    'ProfileSettingPage',
    () => import('#pwa/pages/ProfileSettingPage.tsx'),
    {
      layout: 'settings',
      guards: ['member-authenticated', 'new-room'],
    },
  ),
  route('*', 'NotFoundPage', () => import('#pwa/pages/NotFoundPage.tsx')),
]
