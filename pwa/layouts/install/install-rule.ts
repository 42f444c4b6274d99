import { INSTALL_AGAIN_MS, INSTALL_FROM_VISIT } from '#contract/limits.ts'
import { paths } from '#pwa/lib/paths.ts'

/** What is known of somebody who uses the app in a browser. */
export interface Visitor {
  visits: number
  hasPurchased: boolean
  /** When they put the card away, milliseconds. */
  dismissedAt: number | null
  /** It runs from the home screen already. */
  isInstalled: boolean
  /** `prompt`: the browser can do it. `steps`: only its user can, from a menu. */
  way: 'prompt' | 'steps' | null
}

/** Where nobody is in the middle of something. */
const CALM: string[] = [paths.home, paths.ticketBox]

/** Whether, and how, the app offers itself for the home screen: never at once, and not again for ninety days. */
export function installWay(visitor: Visitor, path: string, nowMs: number): Visitor['way'] {
  const { visits, hasPurchased, dismissedAt, isInstalled, way } = visitor
  if (isInstalled || !CALM.includes(path)) return null
  if (visits < INSTALL_FROM_VISIT && !hasPurchased) return null
  if (dismissedAt !== null && nowMs - dismissedAt < INSTALL_AGAIN_MS) return null
  return way
}

/** iPhones and iPads, which install nothing by themselves; an iPad says that it is a Mac with a finger on it. */
export const isApple = (agent: string, touches: number) =>
  /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touches > 1)

/** Where an iPhone's browser has what adds a page to the home screen; others have to give the page to Safari first. */
export type SharesFrom = 'safari' | 'chrome' | 'elsewhere'

const OTHERS = /EdgiOS|FxiOS|OPT\/|GSA\/|DuckDuckGo/

/** Apps that open pages within themselves call themselves neither. */
export function sharesFrom(agent: string): SharesFrom {
  if (agent.includes('CriOS/')) return 'chrome'
  return /Version\/[\d.]+ .*Safari\//.test(agent) && !OTHERS.test(agent) ? 'safari' : 'elsewhere'
}
