import type { Page } from 'playwright-core'
import { PATIENCE_MS } from './browser.ts'

/** What stands in a page's film at this moment: red, green and blue on average of each half, from 0 to 255. */
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

/** Waits until the left half is of this colour: it is the encoder's sign. */
export async function waitForSign(page: Page, sign: 'red' | 'green' | 'blue') {
  const channel = ['red', 'green', 'blue'].indexOf(sign)
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const seen = await lookAt(page)
    const others = seen?.left.filter((_, n) => n !== channel) ?? []
    if (seen && seen.left[channel]! > 90 && others.every((value) => value < 60)) return seen
    if (Date.now() > until) throw new Error(`no ${sign} picture, but ${JSON.stringify(seen)}`)
    // The picture has no event for a colour: look at the next frame.
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}
