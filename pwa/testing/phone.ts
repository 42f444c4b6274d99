import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium, findEngine } from '../../scripts/chromium.ts'
import { FLAGS, PATIENCE_MS, PHONE } from './browser.ts'
import { waitForWorker } from './device.ts'

/** A browser whose storage outlives it, as on a phone. */
export interface Phone {
  context: BrowserContext
  page: Page
  /** The battery is out: nothing is closed properly. Tells the folder that is its disk. */
  crash: () => Promise<string>
  /** A crash, and opened again with what is on its disk. */
  restart: () => Promise<Phone>
  /** Switched off properly. Tells the folder that is its disk. */
  close: () => Promise<string>
  throwAway: () => Promise<void>
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'room-phone-'))

/** The disk of one that has the app of this site, and nobody's data. To fetch the app takes a phone a while: others copy it. */
export async function makeEmpty(siteUrl: string): Promise<string> {
  const phone = await openPhone()
  await phone.page.goto(siteUrl)
  await waitForWorker(phone.page)
  return phone.close()
}

/** One with the same disk as another had that is closed, or has crashed. */
export function openCopy(folder: string): Promise<Phone> {
  const copy = newFolder()
  // What Chromium locks its folder with is a link to the process that had it.
  cpSync(folder, copy, {
    recursive: true,
    filter: (path) => !basename(path).startsWith('Singleton'),
  })
  return openPhone(copy)
}

/** `flags`: what is special about its browser, also after a crash; `whole`: with windows, and so with installed apps. */
export async function openPhone(
  folder = newFolder(),
  { flags = [], whole = false }: { flags?: readonly string[]; whole?: boolean } = {},
): Promise<Phone> {
  const executablePath = whole ? findChromium() : findEngine()
  if (!executablePath) throw new Error('no Chromium: run node scripts/chromium.ts')
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: [...FLAGS, ...flags],
    viewport: PHONE,
    locale: 'ja-JP',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const [page] = context.pages()
  async function crash() {
    const closed = new Promise((done) => context.once('close', done))
    const browser = await context.newCDPSession(page!)
    // Nobody is left to answer.
    browser.send('Browser.crash').catch(() => null)
    await closed
    return folder
  }
  async function close() {
    await context.close()
    return folder
  }
  return {
    context,
    page: page!,
    crash,
    close,
    restart: async () => openPhone(await crash(), { flags, whole }),
    async throwAway() {
      rmSync(await close(), { recursive: true, force: true })
    },
  }
}
