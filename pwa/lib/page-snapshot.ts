import { DAY_MS } from '#contract/lib/durations.ts'
import { paths } from './paths.ts'

/** A page as it was last shown, which the service worker shows until the app has started. */
export interface PageSnapshot {
  /** The URL of the app's entry script: class names and style sheets are those of one build. */
  app: string
  /** The URLs of the style sheets, in their order. */
  styles: string[]
  /** The paths of the calls that the page reads, below the base of the API. */
  calls: string[]
  /** The data attributes of the document, as of the dark page of a stream. */
  look: Record<string, string>
  html: string
}

/** Older snapshots are not shown. */
export const SNAPSHOT_MAX_MS = 7 * DAY_MS
/** The icon's start URL has this query, which changes nothing on the page. */
export const FROM_ICON = '?source=pwa'

const EXACT: string[] = [paths.home, paths.ticketBox, paths.registeredRooms, paths.messages]
const OF_ROOMS = /^\/community\/[^/]+(\/event\/[^/]+)?$/

/** The key of a page's snapshot; null if the page has none. */
export const snapshotKey = ({
  pathname,
  search,
}: Pick<URL, 'pathname' | 'search'>): string | null =>
  (search === '' || search === FROM_ICON) && (EXACT.includes(pathname) || OF_ROOMS.test(pathname))
    ? pathname
    : null
