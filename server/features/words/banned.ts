import type { FieldErrors } from '#contract/http/caller.ts'
import { bannedWord, fieldName } from '#contract/shared/messages.ts'
import { invalid } from '#server/http/api-error.ts'
import { isYoung } from '#server/ports/clock.ts'
import { WORDS_CHANGED } from '#server/ports/topics.ts'
import type { BannedWords, GivenDeps } from '#server/process/deps.ts'
import { ngFinder } from './ng.ts'
import { listBannedWords } from './queries.ts'

/** Cache time, in case the bus message of a change is lost. */
const CACHE_MS = 60_000

interface CachedWords {
  holds: (text: string) => boolean
  /** Time of the query, in milliseconds since 1970. */
  at: number
}

type WordsDeps = Pick<GivenDeps, 'read' | 'clock' | 'bus'>

/** Cached, since every line of talk is checked. */
export class CachedBannedWords implements BannedWords {
  readonly #deps: WordsDeps
  #known: CachedWords | undefined
  #asking: Promise<CachedWords> | undefined
  #changes = 0

  constructor(deps: WordsDeps) {
    this.#deps = deps
    deps.bus.subscribe(WORDS_CHANGED, () => {
      this.#changes++
      this.#known = undefined
      this.#asking = undefined
    })
  }

  async #ask(): Promise<CachedWords> {
    const before = this.#changes
    const holds = ngFinder(await listBannedWords(this.#deps.read))
    const cached = { holds, at: this.#deps.clock.now().getTime() }
    // A change during the query may be missing: leave the result uncached.
    if (this.#changes === before) this.#known = cached
    return cached
  }

  #load(): CachedWords | Promise<CachedWords> {
    if (this.#known && isYoung(this.#known.at, this.#deps.clock.now().getTime(), CACHE_MS))
      return this.#known
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async assertAllowed(fields: Parameters<BannedWords['assertAllowed']>[0]) {
    const { holds } = await this.#load()
    const errors: FieldErrors = {}
    for (const [field, texts = []] of Object.entries(fields))
      if ([texts].flat().some(holds)) errors[field] = [bannedWord(fieldName(field))]
    if (Object.keys(errors).length > 0) throw invalid(errors)
  }
}
