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
import { auth } from '#contract/auth/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { isFull } from '#server/testing/names.ts'
import { findChromium, findEngine } from '../../scripts/install/chromium.ts'

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
/** The time zone of the tests' people, also of their service workers. */
export const IN_JAPAN = { ...process.env, TZ: 'Asia/Tokyo' }
/** The timeout of every wait for a page. Long, as a busy machine is slow and a passing test never reaches it. */
export const TIMEOUT_MS = 90_000
export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 800 }

/** The first variants of a test, as many as `npm test` runs: `npm run test:full` runs all of them. */
export const firstVariants = <T>(variants: readonly T[], count = 1): readonly T[] =>
  isFull ? variants : variants.slice(0, count)

/** The viewports of journeys that are the same in all. */
export const SCREENS = firstVariants([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)

/** Launches the headless shell; `whole`: the complete Chromium, with notifications. */
export function openBrowser({ whole = false } = {}): Promise<Browser> {
  const executablePath = whole ? findChromium() : findEngine()
  if (!executablePath) throw new Error('no Chromium: run node scripts/install/chromium.ts')
  return chromium.launch({ executablePath, args: FLAGS, env: IN_JAPAN })
}

/** The timeout of closing a context. One that takes longer is closed with its browser. */
const CLOSED_WITHIN_MS = 20_000

let opened: Promise<Browser> | null = null

/** The browser shared by all test files of this process. It ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  opened ??= openBrowser()
  const browser = await opened
  if (browser.isConnected()) return browser
  // After a crash only the running test fails: the next one gets a new browser.
  opened = null
  return sharedBrowser()
}

/**
 * A browser context for one person, for all tests of a file. By default without service worker and motion: without a
 * GPU, animations keep a CPU core busy.
 */
export async function newContext(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext({
    locale: 'ja-JP',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  return context
}

/** As `newContext`, closed after the test. */
export async function openContext(browser: Browser, options: BrowserContextOptions) {
  const context = await newContext(browser, options)
  onTestFinished(() =>
    Promise.race([context.close(), setTimeout(CLOSED_WITHIN_MS, undefined, { ref: false })]),
  )
  return context
}

/**
 * How Chromium ends a view transition during which the window is resized. React drops this error under the text of
 * older versions only, and reports it under this one. Nobody sees it: the page changes without the animation.
 */
const RESIZED = 'Transition was aborted because of invalid state'

/** A page with its recorded complaints: console errors, script errors and failed requests. */
export async function openPage(context: BrowserContext) {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', ({ message }) => {
    if (!message.startsWith(RESIZED)) complaints.push(`script: ${message}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  // Outside of a test: pages kept for a whole file.
  if (TestRunner.getCurrentTest())
    onTestFinished(({ task }) => describePage(page, complaints, task.result?.state))
  return { page, complaints }
}

/** Logs the page's text when a test fails, which helps to find the reason. */
async function describePage(page: Page, complaints: string[], state: string | undefined) {
  if (state !== 'fail' || page.isClosed()) return
  const text = await page
    .locator('body')
    .innerText({ timeout: WITHIN_MS })
    .catch((error: Error) => error.message)
  console.error(`on the screen, at ${page.url()}:\n${text}\n${complaints.join('\n')}`)
}

const WITHIN_MS = 5_000

/** Opens a server-rendered page and waits for hydration: a link pressed before reloads the whole document. */
export async function openHydrated(page: Page, url: string) {
  await page.goto(url)
  await page.waitForFunction(() => 'isHydrated' in window)
}

/** A button in the app's toast region, as pages may have buttons of the same name. */
export const offered = (page: Page, name: string) =>
  page.getByRole('region', { name: '操作の結果' }).getByRole('button', { name, exact: true })

interface Violation {
  id: string
  impact: string | null
  nodes: { target: unknown[]; failureSummary?: string }[]
}

/** Waits until no animation runs, except infinite and scroll-driven ones. */
export async function whenIdle(page: Page) {
  await page.waitForFunction(
    () =>
      !document.activeViewTransition &&
      document.getAnimations().every(
        ({ playState, effect, timeline }) =>
          playState !== 'running' ||
          timeline !== document.timeline ||
          effect?.getComputedTiming().endTime === Infinity ||
          // The countdown of a ticket's code never ends, and is hidden from screen readers.
          (effect instanceof KeyframeEffect && effect.target?.closest('[aria-hidden="true"]')),
      ),
  )
}

const require = createRequire(import.meta.url)
/** Minified, for half the size and parse time. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** The accessibility violations of a page, one line each. Waits for fade-ins, which reduce the contrast. */
export async function axeFinds(page: Page): Promise<string[]> {
  await whenIdle(page)
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

/** Logs in through the login page. */
export async function logIn(page: Page, siteUrl: string, email: string) {
  await page.goto(`${siteUrl}/login`)
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Logs the page's browser in by API: the next page finds the session. */
export async function letIn(page: Page, siteUrl: string, email: string) {
  const body = { email, password: PASSWORD }
  const answer = await page.request.post(siteUrl + urlOf(auth.login, { body }), { data: body })
  if (!answer.ok()) throw new Error(`cannot log in ${email}: ${await answer.text()}`)
}
