import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { type RunningServer, startServer } from './server.ts'

/** For journeys that change what others look at: a product and a browser of their own, for as long as the file runs. */
export function ownSite(env: Record<string, string> = {}): {
  server: RunningServer
  browser: Browser
} {
  const own = {} as { server: RunningServer; browser: Browser }
  beforeAll(async () => {
    ;[own.server, own.browser] = await Promise.all([startServer(env), openBrowser()])
  })
  afterAll(async () => {
    await own.browser?.close()
    await own.server?.stop()
  })
  return own
}
