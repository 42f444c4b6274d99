import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { LiveSite } from '#server/testing/live-site.ts'
import { DESKTOP, letIn, openBrowser } from '../../pwa/testing/browser.ts'
import { onAir } from './on-air.ts'
import { type Publisher, testPicture } from './publisher.ts'
import { figure, type Row, report, type Section } from './report.ts'

const FAN = 'fan@example.com'
const ROUNDS = 3
/** The longest standstill of a viewer's picture. */
const STANDSTILL_MAX_MS = 4_000
/** A viewer is some seconds behind the encoder: a fault shows within this time. */
const SHOWS_WITHIN_MS = 25_000
const PLAYS_WITHIN_MS = 90_000
const WIDE = testPicture({ size: '640x360', kbps: 600 })
/** A slow line: what it may take to start, and for how long nothing may stop. */
const LINE = { kbps: 400, startsMs: 5_000, forMs: 60_000, climbsMs: 60_000 }

type Watched = typeof globalThis & { longest: number; since: number }

/** Opens the event in a browser of its own; records for how long the picture stands still at most. */
async function watch(browser: Browser, site: string, path: string) {
  const context = await browser.newContext({
    ...{ viewport: DESKTOP, locale: 'ja-JP', serviceWorkers: 'block', reducedMotion: 'reduce' },
  })
  const page = await context.newPage()
  await letIn(page, site, FAN)
  await page.addInitScript(() => {
    let [at, since] = [0, 0]
    Object.assign(globalThis, { longest: 0, since })
    setInterval(() => {
      const now = performance.now()
      const time = document.querySelector('video')?.currentTime ?? 0
      if (time !== at) since = now
      at = time
      const watched = globalThis as Watched
      watched.longest = Math.max(watched.longest, since === 0 ? 0 : now - since)
      watched.since = since
    }, 50)
  })
  return { context, page, open: () => page.goto(site + path, { waitUntil: 'commit' }) }
}
const isPlaying = (page: Page) =>
  page.waitForFunction(
    () =>
      (globalThis as Watched).since > 0 && (document.querySelector('video')?.videoWidth ?? 0) > 0,
    null,
    { timeout: PLAYS_WITHIN_MS, polling: 50 },
  )
const forget = (page: Page) => page.evaluate(() => Object.assign(globalThis, { longest: 0 }))
const longestOf = (page: Page) => page.evaluate(() => (globalThis as Watched).longest)

const FAULTS: Record<string, (sender: Publisher, room: LiveSite) => Promise<void> | void> = {
  'no fault': () => {},
  'stamps jump an hour ahead': ({ shift }) => {
    shift.video += 3_600_000
    shift.audio += 3_600_000
  },
  'stamps jump 12 s back': ({ shift }) => {
    shift.video -= 12_000
    shift.audio -= 12_000
  },
  'sound alone jumps 6 s back': ({ shift }) => {
    shift.audio -= 6_000
  },
  'the phone is turned': (sender) => sender.play(testPicture({ size: '360x640', kbps: 600 })),
  'another size': (sender) => sender.play(testPicture({ size: '854x480', kbps: 600 })),
}

/** How long a viewer's picture stands still after a fault of the encoder, of its line, or of our own process. */
async function throughFaults(browser: Browser): Promise<Row[]> {
  await using air = await onAir({ LIVE_LADDER: 'off' }, WIDE)
  const { context, page, open } = await watch(browser, air.room.site, air.path)
  await open()
  await isPlaying(page)
  const standstills = new Map<string, number[]>()
  const note = (what: string, ms: number) =>
    standstills.set(what, [...(standstills.get(what) ?? []), ms])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [what, happen] of Object.entries(FAULTS)) {
      await forget(page)
      await happen(air.sender, air.room)
      await setTimeout(SHOWS_WITHIN_MS)
      note(what, await longestOf(page))
    }
    await air.room.kill('ingest')
    // Longer than what the viewer has in store: the picture stands.
    await setTimeout(SHOWS_WITHIN_MS)
    await air.room.start('ingest')
    await air.sender.connect()
    air.sender.play(WIDE)
    await air.sender.sent()
    await page.evaluate(() => Object.assign(globalThis, { since: 0 }))
    const returned = performance.now()
    await page.waitForFunction(
      (from) => (document.querySelector('video')?.currentTime ?? 0) !== from,
      await page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime),
      { timeout: PLAYS_WITHIN_MS, polling: 50 },
    )
    note('after the encoder’s return', performance.now() - returned)
    await setTimeout(SHOWS_WITHIN_MS)
  }
  await context.close()
  return [...standstills].map(([what, values]) => ({
    what,
    figures: { 'standstill ms': figure(values) },
    target: { says: '≤ 4 s', held: Math.max(...values) <= STANDSTILL_MAX_MS },
  }))
}

/** A viewer on a slow line: time to the first picture or sound, standstills in a minute, and the way back up. */
async function onSlowLine(browser: Browser): Promise<Row> {
  await using air = await onAir({ LIVE_LADDER: '' }, testPicture({ size: '1280x720', kbps: 2_500 }))
  // The renditions begin with the next key frames.
  await setTimeout(SHOWS_WITHIN_MS)
  const starts: number[] = []
  const standstills: number[] = []
  const climbs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { context, page, open } = await watch(browser, air.room.site, air.path)
    const lists: string[] = []
    page.on('request', (request) => {
      const [, name] = /\/live-(\w+)\.m3u8/.exec(request.url()) ?? []
      if (name) lists.push(name)
    })
    const line = await context.newCDPSession(page)
    const limit = (kbps: number) =>
      line.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 100, uploadThroughput: -1 },
        downloadThroughput: kbps < 0 ? -1 : (kbps * 1_000) / 8,
      })
    // A visitor who has been here before: scripts and styles are in the browser's cache.
    await open()
    await isPlaying(page)
    // And so are some segments, which must not seem to be a fast line.
    await page.goto('about:blank')
    await limit(LINE.kbps)
    const opened = performance.now()
    await open()
    await isPlaying(page)
    starts.push(performance.now() - opened)
    await forget(page)
    await setTimeout(LINE.forMs)
    standstills.push(await longestOf(page))
    const low = lists.at(-1)
    await limit(-1)
    const lifted = performance.now()
    while (lists.at(-1) === low && performance.now() - lifted < LINE.climbsMs) await setTimeout(100)
    climbs.push(performance.now() - lifted)
    await context.close()
  }
  return {
    what: `a line of ${LINE.kbps} kbit/s`,
    figures: {
      'start ms': figure(starts),
      'standstill ms': figure(standstills),
      'climbs after ms': figure(climbs),
    },
    target: {
      says: 'starts ≤ 5 s, no standstill of a second in a minute, climbs',
      held:
        Math.max(...starts) <= LINE.startsMs &&
        Math.max(...standstills) < 1_000 &&
        Math.max(...climbs) < LINE.climbsMs,
    },
  }
}

export async function playback(): Promise<Section> {
  const browser = await openBrowser()
  try {
    return {
      title: 'A viewer’s picture through faults of the encoder, and on a slow line',
      rows: [...(await throughFaults(browser)), await onSlowLine(browser)],
    }
  } finally {
    await browser.close()
  }
}

if (import.meta.main) await report('playback', playback)
