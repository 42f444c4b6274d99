import type { FieldErrors } from '#contract/http/caller.ts'
import { bannedWord, fieldName } from '#contract/shared/messages.ts'
import type { Db } from '#server/db/schema.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Bus } from '#server/ports/bus.ts'
import { type Clock, isYoung } from '#server/ports/clock.ts'
import { WORDS_CHANGED } from '#server/ports/topics.ts'
import type { BannedWords } from '#server/process/deps.ts'
import { ngFinder } from './ng.ts'
import { listBannedWords } from './queries.ts'

/** Cache time, in case the bus message of a change is lost. */
const CACHE_MS = 60_000

interface CachedWords {
  holds: (text: string) => boolean
  /** Time of the query, in milliseconds since 1970. */
  at: number
}

/** Cached, since every line of talk is checked. */
export function bannedWords({
  read,
  clock,
  bus,
}: {
  read: Db
  clock: Clock
  bus: Bus
}): BannedWords {
  let known: CachedWords | undefined
  let asking: Promise<CachedWords> | undefined
  let changes = 0
  bus.subscribe(WORDS_CHANGED, () => {
    changes++
    known = undefined
    asking = undefined
  })

  async function ask(): Promise<CachedWords> {
    const before = changes
    const holds = ngFinder(await listBannedWords(read))
    const found = { holds, at: clock.now().getTime() }
    // A change during the query may be missing: leave the result uncached.
    if (changes === before) known = found
    return found
  }
  function load(): CachedWords | Promise<CachedWords> {
    if (known && isYoung(known.at, clock.now().getTime(), CACHE_MS)) return known
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }

  return {
    async assertAllowed(fields) {
      const { holds } = await load()
      const errors: FieldErrors = {}
      for (const [field, texts = []] of Object.entries(fields))
        if ([texts].flat().some(holds)) errors[field] = [bannedWord(fieldName(field))]
      if (Object.keys(errors).length > 0) throw invalid(errors)
    },
  }
}
