import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.ts'
import { FLAGS, PHONE } from './browser.ts'

/** A browser whose storage outlives it, as on a phone. */
export interface Phone {
  context: BrowserContext
  page: Page
  /** The battery is out: nothing is closed properly. Opens again with what is on its disk. */
  restart: () => Promise<Phone>
  throwAway: () => Promise<void>
}

export async function openPhone(
  folder = mkdtempSync(join(tmpdir(), 'room-phone-')),
): Promise<Phone> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium: run node scripts/chromium.ts')
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: FLAGS,
    viewport: PHONE,
    locale: 'ja-JP',
  })
  const [page] = context.pages()
  return {
    context,
    page: page!,
    async restart() {
      const closed = new Promise((done) => context.once('close', done))
      const browser = await context.newCDPSession(page!)
      await Promise.race([browser.send('Browser.crash'), closed])
      await closed
      return openPhone(folder)
    },
    async throwAway() {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A port that nobody has: a server that comes back has to be found where it was. */
export const freePort = () =>
  new Promise<string>((found) => {
    const server = createServer().listen(0, () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => found(String(port)))
    })
  })
