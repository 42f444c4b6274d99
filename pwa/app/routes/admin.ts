import { member, type Route, route } from '../route.tsx'

/** The page admits only operators, asks for their password, and has nested routes. */
export const adminRoutes: Route[] = [
  route('/admin/*', 'AdminPage', () => import('#pwa/pages/AdminPage.tsx'), {
    layout: 'admin',
    guards: member,
  }),
]
