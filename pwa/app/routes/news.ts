import { type Route, route } from '../route.tsx'

export const newsRoutes: Route[] = [
  route('/news', 'NewsListPage', () => import('#pwa/pages/NewsListPage.tsx')),
  route('/news/:newsid', 'NewsPage', () => import('#pwa/pages/NewsPage.tsx'), {
    guards: ['article'],
  }),
]
