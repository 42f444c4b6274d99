import type { Page } from 'playwright-core'
import { CLOCK } from '#server/testing/encoder.ts'
import { TIMEOUT_MS } from './browser.ts'

/** The average red, green and blue of each half of the current video frame, 0 to 255. */
export const lookAt = (page: Page) =>
  page.evaluate(() => {
    const film = document.querySelector('video')
    if (!film || film.videoWidth === 0) return null
    const canvas = document.createElement('canvas')
    const [width, height] = [64, 36]
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d', { willReadFrequently: true })!
    context.drawImage(film, 0, 0, width, height)
    const half = (x: number) => {
      const { data } = context.getImageData(x, 0, width / 2, height)
      const sums = [0, 0, 0]
      data.forEach((value, n) => {
        if (n % 4 < 3) sums[n % 4]! += value
      })
      return sums.map((sum) => Math.round(sum / (data.length / 4)))
    }
    return { at: film.currentTime, left: half(0), right: half(width / 2) }
  })

/** Waits until the left half of the video has this color, the encoder's sign. */
export async function waitForSign(page: Page, sign: 'red' | 'green' | 'blue') {
  const channel = ['red', 'green', 'blue'].indexOf(sign)
  const until = Date.now() + TIMEOUT_MS
  for (;;) {
    const seen = await lookAt(page)
    const otherChannels = seen?.left.filter((_, n) => n !== channel) ?? []
    if (seen && seen.left[channel]! > 90 && otherChannels.every((value) => value < 60)) return seen
    if (Date.now() > until) throw new Error(`the video is not ${sign}: ${JSON.stringify(seen)}`)
    // There is no event for a color: checks each frame.
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}

/** The seconds that the encoder's clock shows in the current video frame; null without a frame. */
export const clockIn = (page: Page) =>
  page.evaluate(({ bits, perSecond, field }) => {
    const film = document.querySelector('video')
    if (!film || film.videoWidth === 0) return null
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: film.videoWidth, height: film.videoHeight })
    const context = canvas.getContext('2d', { willReadFrequently: true })!
    context.drawImage(film, 0, 0)
    const isWhite = (bit: number) =>
      context.getImageData((bit + 0.5) * field, canvas.height - field / 2, 1, 1).data[0]! > 127
    const time = Array.from({ length: bits }, (_, bit) => (isWhite(bit) ? 2 ** bit : 0))
    return time.reduce((sum, value) => sum + value, 0) / perSecond
  }, CLOCK)
