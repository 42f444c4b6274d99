import { member, type Route, route } from '../route.tsx'

/** The page lets operators alone in, asks for their password, and has routes of its own. */
export const adminRoutes: Route[] = [
  route('/admin/*', 'DeskPage', () => import('#pwa/pages/DeskPage.tsx'), {
    layout: 'account',
    guards: member,
  }),
]
