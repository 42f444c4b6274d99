import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium, findEngine } from '../../scripts/install/chromium.ts'
import { FLAGS, IN_JAPAN, PHONE, TIMEOUT_MS } from './browser.ts'
import { waitForWorker } from './device.ts'

/** A browser with persistent storage, like a phone. */
export interface Phone {
  context: BrowserContext
  page: Page
  /** Simulates an empty battery: nothing is closed properly. Returns the profile folder. */
  crash: () => Promise<string>
  /** A crash, then a new start with the same profile folder. */
  restart: () => Promise<Phone>
  /** Closes the browser properly. Returns the profile folder. */
  close: () => Promise<string>
  discard: () => Promise<void>
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'room-phone-'))

/** The profile folder of a phone with this site's app and no user. Tests copy it, as precaching takes a while. */
export async function makeEmpty(siteUrl: string): Promise<string> {
  const phone = await openPhone()
  await phone.page.goto(siteUrl)
  await waitForWorker(phone.page)
  return phone.close()
}

/** A phone with a copy of the profile folder of a closed or crashed one. */
export function copyPhone(folder: string): Promise<Phone> {
  const copy = newFolder()
  // Without Chromium's lock, a link that names the process.
  cpSync(folder, copy, {
    recursive: true,
    filter: (path) => !basename(path).startsWith('Singleton'),
  })
  return openPhone(copy)
}

/** `flags`: browser flags, also after a crash; `whole`: the complete Chromium, which supports installed apps. */
export async function openPhone(
  folder = newFolder(),
  { flags = [], whole = false }: { flags?: readonly string[]; whole?: boolean } = {},
): Promise<Phone> {
  const executablePath = whole ? findChromium() : findEngine()
  if (!executablePath) throw new Error('no Chromium: run node scripts/install/chromium.ts')
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: [...FLAGS, ...flags],
    env: IN_JAPAN,
    viewport: PHONE,
    locale: 'ja-JP',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  const [page] = context.pages()
  async function crash() {
    const closed = new Promise((resolve) => context.once('close', resolve))
    const browser = await context.newCDPSession(page!)
    // No response, as the browser is gone.
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
    async discard() {
      rmSync(await close(), { recursive: true, force: true })
    },
  }
}
