import type { Config } from '#server/config/config.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { Log } from '#server/ports/log.ts'
import type { News } from '#server/ports/news.ts'
import { contentfulNews } from './contentful.ts'
import { keptNews } from './kept.ts'

/** A source that says nothing for so long is taken for dead. */
const PATIENCE_MS = 5_000
/** So long a page waits at most, where nothing is remembered. */
const WAIT_MS = 1_000

interface Given {
  clock: Clock
  log: Log
  patienceMs?: number
  waitMs?: number
}

/** Where the articles are that are not written here; null where they are in our own database. */
export function openNews(
  { contentful }: Pick<Config, 'contentful'>,
  { clock, log, patienceMs = PATIENCE_MS, waitMs = WAIT_MS }: Given,
): News | null {
  return contentful && keptNews(contentfulNews(contentful, patienceMs), { clock, log, waitMs })
}
