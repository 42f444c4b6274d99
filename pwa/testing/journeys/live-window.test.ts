import { expect, it, vi } from 'vitest'
import { DESKTOP, letIn, openContext } from '../browser.ts'
import { ownLiveSite } from '../own-site.ts'
import { waitForSign } from '../picture.ts'

/** How long the line is down: longer than a player's buffer, shorter than what ends a stream. */
const DROP_MS = 20_000
/** Of the window, when the clock is moved to its end: a start on a busy machine, a login and a picture come within it. */
const LEFT_MS = 60_000
const HEARD = { timeout: 60_000 }

const own = ownLiveSite()

async function open(email: string, id: string) {
  const context = await openContext(own.browser, { viewport: DESKTOP })
  const page = await context.newPage()
  const pieces: string[] = []
  const playlists: string[] = []
  /** Pieces of an archive are asked for under an address that leads on to a signed one. */
  const archived: string[] = []
  page.on('response', (answer) => {
    const url = answer.url()
    if (url.endsWith('.m3u8')) playlists.push(url)
    else if (/\.(m4s|mp4)(\?|$)/.test(url))
      if (answer.ok()) pieces.push(url)
      else if (answer.status() === 302) archived.push(url)
  })
  await letIn(page, own.room.site, email)
  await page.goto(`${own.room.site}/community/aoi/event/${id}`)
  return { page, pieces, playlists, archived }
}

it('outlives a drop of twenty seconds, becomes an archive, and is over to the second when its window closes', {
  timeout: 300_000,
}, async () => {
  const { params, ingest, state, turn, event } = await own.room.comingEvent()
  const { stream_key } = await ingest()
  const first = own.room.encode(stream_key, { sign: 'red' })
  await vi.waitFor(async () => expect(await state()).toBe('preview'), HEARD)
  await turn(1)
  const fan = await open('fan@example.com', params.id)
  await waitForSign(fan.page, 'red')

  const stranger = await open('guest@example.com', params.id)
  await vi.waitFor(() => expect(fan.pieces.length).toBeGreaterThan(1), HEARD)
  const copied = fan.pieces.map((url) => url.replace(/\?.*/, ''))
  const seen = await stranger.page.evaluate(
    (urls) => Promise.all(urls.map(async (url) => (await fetch(url)).status)),
    copied,
  )
  expect(
    seen.filter((status) => status < 400),
    'pieces without their signature',
  ).toEqual([])

  await first.cut()
  const droppedAt = performance.now()
  await fan.page.getByText('配信が一時中断しています').waitFor(HEARD)
  await vi.waitFor(() => expect(performance.now() - droppedAt).toBeGreaterThan(DROP_MS), HEARD)
  const second = own.room.encode(stream_key, { sign: 'green' })
  await waitForSign(fan.page, 'green')
  await fan.page.getByText('配信が一時中断しています').waitFor({ state: 'detached' })
  const film = fan.page.locator('video')
  await vi.waitFor(
    async () =>
      expect(await film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(
        30,
      ),
    HEARD,
  )
  await second.stop()
  await turn(3)
  await fan.page.getByRole('button', { name: '見逃し配信を見る' }).click(HEARD)
  await waitForSign(fan.page, 'red')

  const closesAt = Date.parse((await event()).archive_until!)
  const offset = closesAt - LEFT_MS - Date.now()
  await own.room.kill('main')
  await own.room.start('main', { CLOCK_OFFSET_MS: String(offset) })
  const now = () => Date.now() + offset
  await fan.page.reload()
  await waitForSign(fan.page, 'red', LEFT_MS)
  expect(now(), 'the picture came while the window was open').toBeLessThan(closesAt)
  const lists = () =>
    fan.page.evaluate(
      (urls) => Promise.all(urls.map(async (url) => (await fetch(url)).status)),
      [...new Set([...fan.playlists.slice(-1), ...fan.archived])],
    )
  expect(new Set(await lists())).toEqual(new Set([200]))
  await vi.waitFor(() => expect(now()).toBeGreaterThan(closesAt), {
    timeout: 2 * LEFT_MS,
  })
  expect(new Set(await lists()), 'playlist and pieces, asked for again').toEqual(new Set([404]))
  await fan.page.reload()
  await fan.page.getByText('このイベントは終了しました。').first().waitFor()
  expect(await film.count()).toBe(0)
})
