import { events } from '#contract/events.ts'
import { news } from '#contract/news.ts'
import { rooms } from '#contract/rooms.ts'
import { site, type TextSlug, type Topic } from '#contract/site.ts'
import { need } from '#pwa/lib/api.ts'
import {
  COMING,
  foundEvents,
  foundRooms,
  HEADLINES,
  OFFICIAL,
  ON_AIR,
  POPULAR,
} from '#pwa/lib/queries.ts'
import { type Route, route } from '../route.tsx'

const text = (slug: TextSlug) => () => [need(site.getText, { params: { slug } })]
const faq = (topic: Topic) => () => [need(site.listFaq, { params: { topic } })]

const help = (path: string, topic: Topic) =>
  route(path, 'HelpPage', () => import('#pwa/pages/HelpPage.tsx'), {
    layout: 'help',
    needs: faq(topic),
  })
const legal = (path: string, slug: TextSlug) =>
  route(path, 'TextPage', () => import('#pwa/pages/TextPage.tsx'), {
    layout: 'legal',
    needs: text(slug),
  })
const callback = (path: string) =>
  route(path, 'CallbackPage', () => import('#pwa/pages/CallbackPage.tsx'), { layout: 'unsigned' })

// Forms are not written out by the server: what is typed and sent before a page has come to life is lost, or
// worse, stands in the URL.
export const publicRoutes: Route[] = [
  route('/', 'HomePage', () => import('#pwa/pages/HomePage.tsx'), {
    needs: () => [
      need(events.listEvents, ON_AIR),
      need(events.listEvents, COMING),
      need(rooms.listRooms, OFFICIAL),
      need(rooms.listRooms, POPULAR),
      need(news.listNews, HEADLINES),
    ],
  }),
  route('/404', 'NotFoundPage', () => import('#pwa/pages/NotFoundPage.tsx'), { needs: () => [] }),
  route('/beginners', 'BeginnersPage', () => import('#pwa/pages/BeginnersPage.tsx'), {
    needs: () => [...text('beginners')(), need(rooms.listRooms, POPULAR)],
  }),
  callback('/callback'),
  callback('/callback/twitter'),
  route('/completed', 'CompletedPage', () => import('#pwa/pages/CompletedPage.tsx'), {
    needs: () => [need(rooms.listRooms, POPULAR)],
  }),
  route('/gate', 'GatePage', () => import('#pwa/pages/GatePage.tsx'), { layout: 'no-header' }),
  help('/help', 'account'),
  help('/help/payment', 'payment'),
  help('/help/other', 'other'),
  legal('/legal', 'legal'),
  route('/login', 'LoginPage', () => import('#pwa/pages/LoginPage.tsx'), {
    layout: 'unsigned',
    guards: ['not-authenticated'],
  }),
  legal('/policy', 'policy'),
  route(
    '/pre_password_config',
    'PrePasswordConfigPage',
    () => import('#pwa/pages/PrePasswordConfigPage.tsx'),
    { layout: 'unsigned', guards: ['verify'] },
  ),
  legal('/privacy', 'privacy'),
  route('/reset_password', 'ResetPasswordPage', () => import('#pwa/pages/ResetPasswordPage.tsx'), {
    layout: 'unsigned',
  }),
  route(
    '/reset_password_config',
    'ResetPasswordConfigPage',
    () => import('#pwa/pages/ResetPasswordConfigPage.tsx'),
    { layout: 'unsigned' },
  ),
  route('/results', 'ResultsPage', () => import('#pwa/pages/ResultsPage.tsx'), {
    needs: (_, search) => {
      const words = search.get('search') ?? ''
      return [need(rooms.listRooms, foundRooms(words)), need(events.listEvents, foundEvents(words))]
    },
  }),
  route('/signup', 'SignupPage', () => import('#pwa/pages/SignupPage.tsx'), {
    layout: 'unsigned',
    guards: ['not-authenticated'],
  }),
  legal('/terms', 'terms'),
  route('/verify_mail', 'VerifyMailPage', () => import('#pwa/pages/VerifyMailPage.tsx'), {
    layout: 'unsigned',
    guards: ['verify'],
  }),
]
