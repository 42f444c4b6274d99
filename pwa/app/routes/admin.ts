import { member, type Route, route } from '../route.tsx'

/** The layout lets operators alone in, and asks for their password. */
const desk = { layout: 'admin', guards: member, folder: 'admin' } as const

const contents = () => import('#pwa/pages/admin/contents.ts')

export const adminRoutes: Route[] = [
  route('/admin', 'OverviewPage', () => import('#pwa/pages/admin/OverviewPage.tsx'), desk),
  route('/admin/health', 'HealthPage', () => import('#pwa/pages/admin/HealthPage.tsx'), desk),
  route('/admin/money', 'MoneyPage', () => import('#pwa/pages/admin/MoneyPage.tsx'), desk),
  route('/admin/audit', 'AuditPage', () => import('#pwa/pages/admin/AuditPage.tsx'), desk),
  route('/admin/news', 'NewsDeskPage', contents, desk),
  route('/admin/news/new', 'NewArticlePage', contents, desk),
  route('/admin/news/:slug', 'ArticlePage', contents, desk),
  route('/admin/help', 'HelpDeskPage', contents, desk),
  route('/admin/texts', 'TextsPage', contents, desk),
  route('/admin/texts/:slug', 'LegalTextPage', contents, desk),
  route('/admin/switches', 'SwitchesPage', contents, desk),
]
