import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { events } from '#contract/events/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { apiAs } from '../pwa/testing/api.ts'
import { DESKTOP, logIn, openBrowser, PHONE, whenIdle } from '../pwa/testing/browser.ts'
import { startServer } from '../pwa/testing/server.ts'
import { whenShown } from '../pwa/testing/when-shown.ts'

/**
 * Takes the README's pictures and the manifest's screenshots from the running demo: `node scripts/screenshots.ts` after
 * a build; with names, only those.
 */
const FOLDER = 'docs/pictures'
const APP_FOLDER = 'public/screenshots'

interface Picture {
  name: string
  path: string
  who?: string
  wide?: true
  dark?: true
  /** For the web app manifest. */
  app?: true
  /** A selector of late content to wait for. */
  until?: string
}

const FAN = 'fan@example.com'
const server = await startServer()
const browser = await openBrowser({ whole: true })
const visitor = await apiAs(server.url, null)
const find = async (state: 'live' | 'upcoming') =>
  (await visitor(events.listEvents, { query: { room: 'aoi', state } })).items[0]!.id
async function findTicket() {
  const fan = await apiAs(server.url, FAN)
  return (await fan(tickets.listIssued, {})).items.find(({ status }) => status === 'valid')!.id
}
const OWNER = 'owner@example.com'
const CHART = 'svg[aria-label^="売上"]'
const pictures: Picture[] = [
  { name: 'home', path: '/' },
  { name: 'home-member', path: '/', who: FAN },
  { name: 'home-wide', path: '/', who: FAN, wide: true },
  { name: 'room', path: '/community/aoi' },
  { name: 'room-talk-wide', path: '/community/aoi', who: FAN, wide: true },
  { name: 'event', path: `/community/aoi/event/${await find('upcoming')}` },
  {
    name: 'event-on-air-wide',
    path: `/community/aoi/event/${await find('live')}`,
    who: FAN,
    wide: true,
  },
  { name: 'ticket-box', path: '/account/ticketbox', who: FAN },
  { name: 'ticket-box-dark', path: '/account/ticketbox', who: FAN, dark: true },
  { name: 'profile', path: '/aoi' },
  { name: 'dashboard-wide', path: '/dashboard', who: OWNER, wide: true, until: CHART },
  { name: 'dashboard-dark', path: '/dashboard', who: OWNER, dark: true, until: CHART },
  { name: 'app-room', path: '/community/aoi', who: FAN, app: true },
  {
    name: 'app-ticket',
    path: `/account/ticketbox/ticket/${await findTicket()}`,
    who: FAN,
    app: true,
  },
  { name: 'app-wide', path: '/', who: FAN, wide: true, app: true },
]
const names = process.argv.slice(2)

for (const folder of [FOLDER, APP_FOLDER]) mkdirSync(folder, { recursive: true })
try {
  for (const picture of pictures)
    if (names.length === 0 || names.includes(picture.name)) await take(browser, picture)
} finally {
  await browser.close()
  await server.stop()
}

async function take(browser: Browser, { name, path, who, wide, dark, app, until }: Picture) {
  const context = await browser.newContext({
    viewport: wide ? DESKTOP : PHONE,
    colorScheme: dark ? 'dark' : 'light',
    locale: 'ja-JP',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    deviceScaleFactor: wide ? 1 : app ? 2 : 1.5,
  })
  const page = await context.newPage()
  if (who) await logIn(page, server.url, who)
  await page.goto(server.url + path)
  await whenShown(page)
  if (until) await page.locator(until).first().waitFor()
  await whenIdle(page)
  const bytes = await page.screenshot()
  await sharp(bytes)
    .webp({ quality: 80 })
    .toFile(join(app ? APP_FOLDER : FOLDER, `${name}.webp`))
  await context.close()
}
