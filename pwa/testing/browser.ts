import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { onTestFinished, TestRunner } from 'vitest'
import { auth } from '#contract/auth.ts'
import { urlOf } from '#contract/caller.ts'
import { isFull } from '#server/testing/names.ts'
import { findChromium, findEngine } from '../../scripts/chromium.ts'

export const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** The timeout of every wait for a page. Long, as a busy machine is slow and a passing test never reaches it. */
export const PATIENCE_MS = 90_000
export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 800 }

/** The first variants of a test, as many as `npm test` runs: `npm run test:full` runs all of them. */
export const firstVariants = <T>(variants: readonly T[], count = 1): readonly T[] =>
  isFull ? variants : variants.slice(0, count)

/** The windows in which a journey is walked that is the same in all. */
export const SCREENS = firstVariants([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)

/** Its engine alone, which draws and runs every page; `whole`: with what lies around that, such as notifications. */
export function openBrowser({ whole = false } = {}): Promise<Browser> {
  const executablePath = whole ? findChromium() : findEngine()
  if (!executablePath) throw new Error('no Chromium: run node scripts/chromium.ts')
  return chromium.launch({ executablePath, args: FLAGS })
}

/** How long a context may take over closing. What takes longer goes with its browser: nothing is tested by then. */
const CLOSED_WITHIN_MS = 20_000

let opened: Promise<Browser> | null = null

/** The engine that all files share which this process tests, one after the other. It ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  opened ??= openBrowser()
  const browser = await opened
  if (browser.isConnected()) return browser
  // One that has crashed takes down the test that it was in, and no other.
  opened = null
  return sharedBrowser()
}

/**
 * What one person has of that browser, closed when the test is over. Without the app's worker and without motion unless
 * they are asked for: an engine without a graphics card keeps a core busy with what moves.
 */
export async function openContext(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext({
    locale: 'ja-JP',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  onTestFinished(() =>
    Promise.race([context.close(), setTimeout(CLOSED_WITHIN_MS, undefined, { ref: false })]),
  )
  return context
}

/** A page whose complaints are kept: errors of its console, of its scripts, and requests that failed. */
export async function openPage(context: BrowserContext) {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  // Some hold a page for the whole file.
  if (TestRunner.getCurrentTest())
    onTestFinished(({ task }) => tellOf(page, complaints, task.result?.state))
  return { page, complaints }
}

/** Says what stood on the screen when a test failed: where it failed tells what was waited for, not why. */
async function tellOf(page: Page, complaints: string[], state: string | undefined) {
  if (state !== 'fail' || page.isClosed()) return
  const words = await page
    .locator('body')
    .innerText({ timeout: TOLD_WITHIN_MS })
    .catch((error: Error) => error.message)
  console.error(`on the screen, at ${page.url()}:\n${words}\n${complaints.join('\n')}`)
}

const TOLD_WITHIN_MS = 5_000

/** Opens a page that the server wrote, and waits until the app hears: a link pressed before that loads the next page whole. */
export async function openAlive(page: Page, url: string) {
  await page.addInitScript(() =>
    addEventListener('app:hydrated', () => Object.assign(window, { isAlive: true })),
  )
  await page.goto(url)
  await page.waitForFunction(() => 'isAlive' in window)
}

/** The button of what the app offers at the foot of the window: pages have buttons of the same name. */
export const offered = (page: Page, name: string) =>
  page.getByRole('region', { name: 'お知らせ' }).getByRole('button', { name, exact: true })

interface Violation {
  id: string
  impact: string | null
  nodes: { target: unknown[]; failureSummary?: string }[]
}

/** What moves by itself stands still: nothing that moves with the scrolling, or for as long as it is shown, is waited for. */
export async function atRest(page: Page) {
  await page.waitForFunction(
    () =>
      !document.activeViewTransition &&
      document.getAnimations().every(
        ({ playState, effect, timeline }) =>
          playState !== 'running' ||
          timeline !== document.timeline ||
          effect?.getComputedTiming().endTime === Infinity ||
          // The seconds of a ticket's code run on and on, and are nothing to read.
          (effect instanceof KeyframeEffect && effect.target?.closest('[aria-hidden="true"]')),
      ),
  )
}

const require = createRequire(import.meta.url)
/** Half of what it is with its comments, and as quickly again is it read by a page. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on the page as it stands, one line each. What fades in has half its contrast until it is there. */
export async function axeFinds(page: Page): Promise<string[]> {
  await atRest(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> }
    }
    return (await axe.run(document, { resultTypes: ['violations'] })).violations
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}`),
  )
}

const PASSWORD = 'password'

/** Logs in through the login page, as a person does. */
export async function logIn(page: Page, siteUrl: string, email: string) {
  await page.goto(`${siteUrl}/login`)
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Logs that page's browser in without a screen: whatever it opens next finds the session there. */
export async function letIn(page: Page, siteUrl: string, email: string) {
  const body = { email, password: PASSWORD }
  const answer = await page.request.post(siteUrl + urlOf(auth.login, { body }), { data: body })
  if (!answer.ok()) throw new Error(`${email} was not let in: ${await answer.text()}`)
}
