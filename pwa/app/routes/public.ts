import { type Route, route } from '../route.tsx'

const help = (path: string) =>
  route(path, 'HelpPage', () => import('#pwa/pages/HelpPage.tsx'), {
    layout: 'help',
  })
const legal = (path: string) =>
  route(path, 'TextPage', () => import('#pwa/pages/TextPage.tsx'), {
    layout: 'legal',
  })
const callback = (path: string) =>
  route(path, 'CallbackPage', () => import('#pwa/pages/CallbackPage.tsx'), { layout: 'unsigned' })

export const publicRoutes: Route[] = [
  route('/', 'HomePage', () => import('#pwa/pages/HomePage.tsx')),
  route('/404', 'NotFoundPage', () => import('#pwa/pages/NotFoundPage.tsx')),
  route('/beginners', 'BeginnersPage', () => import('#pwa/pages/BeginnersPage.tsx')),
  route('/beginners/owner', 'OpenRoomPage', () => import('#pwa/pages/OpenRoomPage.tsx')),
  callback('/callback'),
  callback('/callback/twitter'),
  route('/companion', 'CompanionPage', () => import('#pwa/pages/CompanionPage.tsx')),
  route('/completed', 'CompletedPage', () => import('#pwa/pages/CompletedPage.tsx')),
  route('/gate', 'GatePage', () => import('#pwa/pages/GatePage.tsx'), { layout: 'no-header' }),
  help('/help'),
  help('/help/payment'),
  help('/help/other'),
  legal('/legal'),
  route('/login', 'LoginPage', () => import('#pwa/pages/LoginPage.tsx'), {
    layout: 'unsigned',
    guards: ['not-authenticated'],
  }),
  legal('/policy'),
  route(
    '/pre_password_config',
    'PrePasswordConfigPage',
    () => import('#pwa/pages/PrePasswordConfigPage.tsx'),
    { layout: 'unsigned', guards: ['verify'] },
  ),
  legal('/privacy'),
  route('/reset_password', 'ResetPasswordPage', () => import('#pwa/pages/ResetPasswordPage.tsx'), {
    layout: 'unsigned',
  }),
  route(
    '/reset_password_config',
    'ResetPasswordConfigPage',
    () => import('#pwa/pages/ResetPasswordConfigPage.tsx'),
    { layout: 'unsigned' },
  ),
  route('/results', 'ResultsPage', () => import('#pwa/pages/ResultsPage.tsx')),
  route('/signup', 'SignupPage', () => import('#pwa/pages/SignupPage.tsx'), {
    layout: 'unsigned',
    guards: ['not-authenticated'],
  }),
  route('/takedown', 'TakedownPage', () => import('#pwa/pages/TakedownPage.tsx'), {
    layout: 'legal',
  }),
  legal('/terms'),
  route('/verify_mail', 'VerifyMailPage', () => import('#pwa/pages/VerifyMailPage.tsx'), {
    layout: 'unsigned',
    guards: ['verify'],
  }),
]
