import { member, type Route, route } from '../route.tsx'

/** The layout lets operators alone in, and asks for their password. */
const desk = { layout: 'admin', guards: member, folder: 'admin' } as const

export const adminRoutes: Route[] = [
  route('/admin', 'OverviewPage', () => import('#pwa/pages/admin/OverviewPage.tsx'), desk),
  route('/admin/audit', 'AuditPage', () => import('#pwa/pages/admin/AuditPage.tsx'), desk),
]
