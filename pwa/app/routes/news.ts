import { news } from '#contract/news.ts'
import { need } from '#pwa/lib/api.ts'
import { ALL_NEWS } from '#pwa/lib/queries.ts'
import { type Route, route } from '../route.tsx'

export const newsRoutes: Route[] = [
  route('/news', 'NewsListPage', () => import('#pwa/pages/NewsListPage.tsx'), {
    needs: () => [need(news.listNews, ALL_NEWS)],
  }),
  route('/news/:newsid', 'NewsPage', () => import('#pwa/pages/NewsPage.tsx'), {
    guards: ['article'],
    needs: ({ newsid = '' }) => [need(news.getArticle, { params: { slug: newsid } })],
  }),
]
