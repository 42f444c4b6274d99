import type { Page } from 'playwright-core'

/** Waits until a page shows what it loads, for a picture of it. */
export async function whenShown(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => !document.body.textContent.includes('読み込み中'))
  await page.waitForFunction(() =>
    [...document.images]
      .filter((image) => {
        const { top, left, width } = image.getBoundingClientRect()
        return width > 0 && top < window.innerHeight && left < window.innerWidth
      })
      .every(({ complete }) => complete),
  )
  // A ticket's code appears shortly after the ticket.
  await page.getByLabel('入場コードを準備しています').waitFor({ state: 'detached' })
}
