import type { Config } from '#server/config/config.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { Log } from '#server/ports/log.ts'
import type { News } from '#server/ports/news.ts'
import { newsCache } from './cache.ts'
import { contentfulNews } from './contentful.ts'

/** Timeout of a request to the source. */
const TIMEOUT_MS = 5_000
/** Longest wait of a page when nothing is cached. */
const WAIT_MS = 1_000

interface NewsOptions {
  clock: Clock
  log: Log
  timeoutMs?: number
  waitMs?: number
}

/** External source of the news articles; null if they are in our own database. */
export function createNews(
  { contentful }: Pick<Config, 'contentful'>,
  { clock, log, timeoutMs = TIMEOUT_MS, waitMs = WAIT_MS }: NewsOptions,
): News | null {
  return contentful && newsCache(contentfulNews(contentful, timeoutMs), { clock, log, waitMs })
}
