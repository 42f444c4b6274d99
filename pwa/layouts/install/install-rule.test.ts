import { describe, expect, it } from 'vitest'
import { INSTALL_AGAIN_MS } from '#contract/shared/limits.ts'
import { installMethod, isApple, sharesFrom, type Visitor } from './install-rule.ts'

const visitor: Visitor = {
  visits: 2,
  hasPurchased: false,
  dismissedAt: null,
  isInstalled: false,
  way: 'prompt',
}
const NOW = 1_764_000_000_000

describe('install card', () => {
  it.each([
    ['on the second visit', {}, 'prompt'],
    ['not on the first', { visits: 1 }, null],
    ['on the first after a purchase', { visits: 1, hasPurchased: true }, 'prompt'],
    ['with steps where the browser cannot', { way: 'steps' }, 'steps'],
    ['not where neither can', { way: null }, null],
    ['not where it is installed', { isInstalled: true }, null],
    ['not in the ninety days after a no', { dismissedAt: NOW - INSTALL_AGAIN_MS + 1 }, null],
    ['again after them', { dismissedAt: NOW - INSTALL_AGAIN_MS }, 'prompt'],
  ] as const)('appears %s', (_, change, way) => {
    expect(installMethod({ ...visitor, ...change }, '/', NOW)).toBe(way)
  })

  it.each(['/community/aoi/event/1', '/account/ticketbox/ticket/1', '/login'])(
    'never shows at %s',
    (path) => {
      expect(installMethod(visitor, path, NOW)).toBeNull()
    },
  )

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
    ['Mozilla/5.0 (Linux; Android 15)', 5, false],
  ])('recognizes the platform of %s', (agent, touches, is) => {
    expect(isApple(agent, touches)).toBe(is)
  })

  const PHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  it.each([
    ['Version/18.5 Mobile/15E148 Safari/604.1', 'safari'],
    ['CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1', 'chrome'],
    ['FxiOS/142.0 Mobile/15E148 Safari/605.1.15', 'elsewhere'],
    ['Version/18.0 EdgiOS/139.0.3405.102 Mobile/15E148 Safari/604.1', 'elsewhere'],
    ['Safari Line/15.12.0', 'elsewhere'],
    ['Mobile/15E148 Instagram 392.0.0.20.73', 'elsewhere'],
  ] as const)('finds "Add to Home Screen" for an iPhone with %s', (browser, from) => {
    expect(sharesFrom(`${PHONE} ${browser}`)).toBe(from)
  })
})
