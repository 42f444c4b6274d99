import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type LiveSite, openLiveSite } from '#server/testing/live-site.ts'
import { letIn, openBrowser, openContext, openPage, PHONE } from './browser.ts'
import { type RunningServer, startServer } from './server.ts'

interface OwnSite {
  server: RunningServer
  browser: Browser
}

/** For journeys that change what others look at: a product and a browser of their own, for as long as the file runs. */
export function ownSite(env: Record<string, string> = {}): OwnSite {
  const own = {} as OwnSite
  beforeAll(async () => {
    ;[own.server, own.browser] = await Promise.all([startServer(env), openBrowser()])
  })
  afterAll(async () => {
    await own.browser?.close()
    await own.server?.stop()
  })
  return own
}

interface OwnLiveSite {
  room: LiveSite
  browser: Browser
}

/** Two processes and a demo, beside a whole product and other files' sites that start at the same moment. */
const STARTED_WITHIN_MS = 180_000

/** As `ownSite`, with the processes that take requests and streams each to be killed, or started anew, by itself. */
export function ownLiveSite(env: () => Promise<Record<string, string>> = async () => ({})) {
  const own = {} as OwnLiveSite
  beforeAll(async () => {
    ;[own.room, own.browser] = await Promise.all([openLiveSite(await env()), openBrowser()])
    await Promise.all([own.room.start('main'), own.room.start('ingest')])
  }, STARTED_WITHIN_MS)
  afterAll(async () => {
    await own.browser?.close()
    await own.room?.close()
  })
  return own
}

/** A browser of somebody’s own, logged in and at that page; closed when the test is over. */
export async function openAs(site: OwnSite, email: string, path: string, viewport = PHONE) {
  const context = await openContext(site.browser, { viewport, reducedMotion: 'reduce' })
  const opened = await openPage(context)
  await letIn(opened.page, site.server.url, email)
  await opened.page.goto(site.server.url + path)
  return { ...opened, context }
}
