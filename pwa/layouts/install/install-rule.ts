import { INSTALL_AGAIN_MS, INSTALL_FROM_VISIT } from '#contract/shared/limits.ts'
import { paths } from '#pwa/lib/paths.ts'

/** The data about a browser that decide on the install card. */
export interface Visitor {
  visits: number
  hasPurchased: boolean
  /** When the card was dismissed, in milliseconds. */
  dismissedAt: number | null
  /** The app runs from the home screen. */
  isInstalled: boolean
  /** `prompt`: the browser has an install prompt. `steps`: only by hand, from a menu. */
  way: 'prompt' | 'steps' | null
}

/** Pages on which a card interrupts nothing. */
const CALM: string[] = [paths.home, paths.ticketBox]

/** Whether and how to offer the installation: not at the first visit, and not within 90 days of a dismissal. */
export function installMethod(visitor: Visitor, path: string, nowMs: number): Visitor['way'] {
  const { visits, hasPurchased, dismissedAt, isInstalled, way } = visitor
  if (isInstalled || !CALM.includes(path)) return null
  if (visits < INSTALL_FROM_VISIT && !hasPurchased) return null
  if (dismissedAt !== null && nowMs - dismissedAt < INSTALL_AGAIN_MS) return null
  return way
}

/** iPhones and iPads have no install prompt; an iPad's user agent is that of a Mac, but it has touch points. */
export const isApple = (agent: string, touches: number) =>
  /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touches > 1)

/** Where an iPhone's browser has "Add to Home Screen"; users of other browsers must open the page in Safari. */
export type SharesFrom = 'safari' | 'chrome' | 'elsewhere'

const OTHERS = /EdgiOS|FxiOS|OPT\/|GSA\/|DuckDuckGo/

/** In-app browsers identify as neither. */
export function sharesFrom(agent: string): SharesFrom {
  if (agent.includes('CriOS/')) return 'chrome'
  return /Version\/[\d.]+ .*Safari\//.test(agent) && !OTHERS.test(agent) ? 'safari' : 'elsewhere'
}
