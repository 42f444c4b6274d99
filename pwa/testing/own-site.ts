import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type LiveSite, startLiveSite } from '#server/testing/live-site.ts'
import { letIn, openContext, openPage, PHONE, sharedBrowser } from './browser.ts'
import { folderWithDemo, type RunningServer, startServer } from './server.ts'

interface OwnSite {
  server: RunningServer
  browser: Browser
}

/** For journeys that change shared data: a site of their own for the whole file. */
export function ownSite(env: Record<string, string> = {}): OwnSite {
  const own = {} as OwnSite
  beforeAll(async () => {
    ;[own.server, own.browser] = await Promise.all([startServer(env), sharedBrowser()])
  })
  afterAll(() => own.server?.stop())
  return own
}

interface OwnLiveSite {
  room: LiveSite
  browser: Browser
}

/** As `ownSite`, with API and ingest as separate processes that can be killed and restarted. */
export function ownLiveSite(env: () => Promise<Record<string, string>> = async () => ({})) {
  const own = {} as OwnLiveSite
  beforeAll(async () => {
    ;[own.room, own.browser] = await Promise.all([
      startLiveSite(await env(), folderWithDemo()),
      sharedBrowser(),
    ])
    await Promise.all([own.room.start('main'), own.room.start('ingest')])
  })
  afterAll(() => own.room?.close())
  return own
}

/** A browser of its own, logged in and at that page; closed after the test. */
export async function openAs(site: OwnSite, email: string, path: string, viewport = PHONE) {
  const context = await openContext(site.browser, { viewport })
  const opened = await openPage(context)
  await letIn(opened.page, site.server.url, email)
  await opened.page.goto(site.server.url + path)
  return { ...opened, context }
}
