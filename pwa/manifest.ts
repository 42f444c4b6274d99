import type { ManifestOptions } from 'vite-plugin-pwa'
import { SITE_TITLE } from '#contract/shared/limits.ts'
import { SHARE_FIELDS, SHARE_PATH } from '#contract/site/share-target.ts'
import { FROM_ICON } from './lib/page-snapshot.ts'
import { paths } from './lib/paths.ts'

const PAPER = '#F8FAFA'
const icon = { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }

const narrow = (name: string) => ({
  src: `/screenshots/${name}.webp`,
  sizes: '780x1688',
  type: 'image/webp',
  form_factor: 'narrow' as const,
})

/** The web app manifest. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: SITE_TITLE,
  short_name: SITE_TITLE,
  description: '好きなつくり手のルームに参加して、配信を見て、語り合う場所。',
  lang: 'ja',
  dir: 'ltr',
  start_url: `${paths.home}${FROM_ICON}`,
  scope: '/',
  display: 'standalone',
  theme_color: PAPER,
  background_color: PAPER,
  launch_handler: { client_mode: 'navigate-existing' },
  categories: ['social', 'entertainment'],
  icons: [
    icon,
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    {
      src: '/icons/monochrome-512.png',
      sizes: '512x512',
      type: 'image/png',
      purpose: 'monochrome',
    },
  ],
  screenshots: [
    { ...narrow('app-ticket'), label: '電波がなくても、チケットを表示できます' },
    { ...narrow('app-room'), label: '好きなつくり手のルームで、語り合う' },
    {
      src: '/screenshots/app-wide.webp',
      sizes: '1280x800',
      type: 'image/webp',
      form_factor: 'wide',
      label: 'ルームと配信、チケットをひとつの場所に',
    },
  ],
  share_target: {
    action: SHARE_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      ...{ title: SHARE_FIELDS.title, text: SHARE_FIELDS.text, url: SHARE_FIELDS.url },
      files: [{ name: SHARE_FIELDS.files, accept: ['image/*'] }],
    },
  },
  shortcuts: [
    { name: 'チケットボックス', url: '/account/ticketbox', icons: [icon] },
    { name: '参加中のルーム', url: '/account/room', icons: [icon] },
    { name: '検索', url: '/results', icons: [icon] },
  ],
}
