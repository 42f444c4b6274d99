import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { emailCopyOf } from '#server/mails/copy.ts'
import { asHtml } from '#server/mails/layout.ts'
import { sampleEmails, sampleObject } from '#server/mails/sample-emails.ts'
import { apiAs } from '../pwa/testing/api.ts'
import { letIn, openBrowser, PHONE, whenIdle } from '../pwa/testing/browser.ts'
import { type Role, type Visit, visits } from '../pwa/testing/journeys/visits.ts'
import { startServer } from '../pwa/testing/server.ts'
import { whenShown } from '../pwa/testing/when-shown.ts'

/**
 * Draws one picture of all pages and emails of the demo, as a phone shows their beginning: `node scripts/contact-sheet.ts`
 * after a build.
 */
const FILE = 'docs/pictures/contact-sheet.webp'
const COLUMNS = 14
const TILE = { width: 120, height: 212 }
const GAP = 8
const QUALITY = 45

const LOGINS: Record<Role, string | null> = {
  visitor: null,
  guest: 'guest@example.com',
  fan: 'fan@example.com',
  owner: 'owner@example.com',
  operator: 'admin@example.com',
}

const openContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: PHONE.width, height: Math.round((PHONE.width * TILE.height) / TILE.width) },
    locale: 'ja-JP',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })

const tileOf = async (page: Page) =>
  sharp(await page.screenshot())
    .resize(TILE.width, TILE.height, { fit: 'cover' })
    .png()
    .toBuffer()

/** Each page as its main role opens it. */
async function picturesOfPages(browser: Browser): Promise<Buffer[]> {
  const tiles = new Map<Visit, Buffer>()
  for (const [role, email] of Object.entries(LOGINS)) {
    const context = await openContext(browser)
    const page = await context.newPage()
    const call = await apiAs(server.url, email)
    if (email) await letIn(page, server.url, email)
    for (const visit of visits.filter(({ as, lands }) => as[0] === role && !lands)) {
      await page.goto(server.url + (await visit.url(call)))
      await whenShown(page)
      await whenIdle(page)
      tiles.set(visit, await tileOf(page))
    }
    await context.close()
  }
  return visits.flatMap((visit) => tiles.get(visit) ?? [])
}

async function picturesOfEmails(browser: Browser): Promise<Buffer[]> {
  const context = await openContext(browser)
  const page = await context.newPage()
  // Pictures of the emails are on the server.
  await page.goto(server.url)
  const tiles: Buffer[] = []
  for (const email of sampleEmails) {
    const copy = emailCopyOf(email, server.url, sampleObject(email))
    await page.setContent(asHtml(copy, server.url))
    tiles.push(await tileOf(page))
  }
  await context.close()
  return tiles
}

async function draw(tiles: Buffer[]) {
  const rows = Math.ceil(tiles.length / COLUMNS)
  const sideOf = (count: number, side: number) => count * (side + GAP) + GAP
  const sheet = sharp({
    create: {
      width: sideOf(COLUMNS, TILE.width),
      height: sideOf(rows, TILE.height),
      channels: 3,
      background: '#DDE5E3',
    },
  })
  const layers = tiles.map((input, n) => ({
    input,
    left: sideOf(n % COLUMNS, TILE.width),
    top: sideOf(Math.floor(n / COLUMNS), TILE.height),
  }))
  const { size } = await sheet.composite(layers).webp({ quality: QUALITY }).toFile(FILE)
  console.info(`${FILE}: ${tiles.length} pages and emails, ${Math.round(size / 1_000)} kB`)
}

const server = await startServer()
const browser = await openBrowser({ whole: true })
try {
  await draw([...(await picturesOfPages(browser)), ...(await picturesOfEmails(browser))])
} finally {
  await browser.close()
  await server.stop()
}
