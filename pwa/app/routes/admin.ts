import { member, type Route, route } from '../route.tsx'

/** The layout lets operators alone in, and asks for their password. */
const desk = { layout: 'admin', guards: member, folder: 'admin' } as const

const contents = () => import('#pwa/pages/admin/contents.ts')

export const adminRoutes: Route[] = [
  route('/admin', 'OverviewPage', () => import('#pwa/pages/admin/OverviewPage.tsx'), desk),
  route('/admin/reports', 'ReportsPage', () => import('#pwa/pages/admin/ReportsPage.tsx'), desk),
  route('/admin/reports/:id', 'ReportPage', () => import('#pwa/pages/admin/ReportPage.tsx'), desk),
  route(
    '/admin/disclosures',
    'DisclosuresPage',
    () => import('#pwa/pages/admin/DisclosuresPage.tsx'),
    desk,
  ),
  route(
    '/admin/takedowns',
    'TakedownsPage',
    () => import('#pwa/pages/admin/TakedownsPage.tsx'),
    desk,
  ),
  route(
    '/admin/takedowns/:id',
    'TakedownCasePage',
    () => import('#pwa/pages/admin/TakedownCasePage.tsx'),
    desk,
  ),
  route('/admin/health', 'HealthPage', () => import('#pwa/pages/admin/HealthPage.tsx'), desk),
  route('/admin/money', 'MoneyPage', () => import('#pwa/pages/admin/MoneyPage.tsx'), desk),
  route('/admin/users', 'UsersPage', () => import('#pwa/pages/admin/UsersPage.tsx'), desk),
  route('/admin/users/:name', 'UserPage', () => import('#pwa/pages/admin/UserPage.tsx'), desk),
  route('/admin/rooms', 'RoomsPage', () => import('#pwa/pages/admin/RoomsPage.tsx'), desk),
  route(
    '/admin/rooms/:name',
    'AdminRoomPage',
    () => import('#pwa/pages/admin/AdminRoomPage.tsx'),
    desk,
  ),
  route('/admin/words', 'WordsPage', () => import('#pwa/pages/admin/WordsPage.tsx'), desk),
  route('/admin/audit', 'AuditPage', () => import('#pwa/pages/admin/AuditPage.tsx'), desk),
  route('/admin/news', 'NewsDeskPage', contents, desk),
  route('/admin/news/new', 'NewArticlePage', contents, desk),
  route('/admin/news/:slug', 'ArticlePage', contents, desk),
  route('/admin/help', 'HelpDeskPage', contents, desk),
  route('/admin/texts', 'TextsPage', contents, desk),
  route('/admin/texts/:slug', 'LegalTextPage', contents, desk),
  route('/admin/switches', 'SwitchesPage', contents, desk),
]
