// @module-tag full
import { expect, it, vi } from 'vitest'
import { DESKTOP, letIn, openContext } from '../../browser.ts'
import { ownLiveSite } from '../../own-site.ts'
import { waitForSign } from '../../picture.ts'

/** The time left when the clock is moved toward the end of the archive window: enough for a busy machine. */
const LEFT_MS = 60 * 60_000

const own = ownLiveSite()

async function open(email: string, id: string) {
  const context = await openContext(own.browser, { viewport: DESKTOP })
  const page = await context.newPage()
  const segments: string[] = []
  const playlists: string[] = []
  /** Segments of an archive redirect to a signed URL. */
  const archived: string[] = []
  page.on('response', (answer) => {
    const url = answer.url()
    if (url.endsWith('.m3u8')) playlists.push(url)
    else if (/\.(m4s|mp4)(\?|$)/.test(url))
      if (answer.ok()) segments.push(url)
      else if (answer.status() === 302) archived.push(url)
  })
  await letIn(page, own.room.site, email)
  await page.goto(`${own.room.site}/community/aoi/event/${id}`)
  return { page, pieces: segments, playlists, archived }
}

it('a stream survives an interruption, becomes an archive, and ends with its archive window', async () => {
  const { params, ingest, state, turn, event } = await own.room.comingEvent()
  const { stream_key } = await ingest()
  const first = own.room.encode(stream_key, { sign: 'red' })
  await vi.waitFor(async () => expect(await state()).toBe('preview'))
  await turn(1)
  const fan = await open('fan@example.com', params.id)
  await waitForSign(fan.page, 'red')

  const stranger = await open('guest@example.com', params.id)
  await vi.waitFor(() => expect(fan.pieces.length).toBeGreaterThan(1))
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
  await fan.page.getByText('配信が一時中断しています').waitFor()
  const second = own.room.encode(stream_key, { sign: 'green' })
  await waitForSign(fan.page, 'green')
  await fan.page.getByText('配信が一時中断しています').waitFor({ state: 'detached' })
  const film = fan.page.locator('video')
  await second.stop()
  await turn(3)
  await fan.page.getByRole('button', { name: '見逃し配信を見る' }).click()
  await waitForSign(fan.page, 'red')

  const closesAt = Date.parse((await event()).archive_until!)
  const moveTo = async (ms: number) => {
    await own.room.kill('main')
    await own.room.start('main', { CLOCK_OFFSET_MS: String(ms - Date.now()) })
  }
  await moveTo(closesAt - LEFT_MS)
  await fan.page.reload()
  await waitForSign(fan.page, 'red')
  const lists = () =>
    fan.page.evaluate(
      (urls) => Promise.all(urls.map(async (url) => (await fetch(url)).status)),
      [...new Set([...fan.playlists.slice(-1), ...fan.archived])],
    )
  expect(new Set(await lists())).toEqual(new Set([200]))
  await moveTo(closesAt + 1)
  expect(new Set(await lists()), 'playlist and pieces, asked for again').toEqual(new Set([404]))
  await fan.page.reload()
  await fan.page.getByText('このイベントは終了しました。').first().waitFor()
  expect(await film.count()).toBe(0)
})
