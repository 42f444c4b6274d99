import { bannedWord, fieldName } from '#contract/messages.ts'
import type { Db } from '#server/db/schema.ts'
import { type FieldErrors, invalid } from '#server/http/refusal.ts'
import type { Bus } from '#server/ports/bus.ts'
import { type Clock, isYoung } from '#server/ports/clock.ts'
import { WORDS_CHANGED } from '#server/ports/topics.ts'
import type { BannedWords } from '#server/process/deps.ts'
import { ngFinder } from './ng.ts'

/** Then the database is asked again: word of a change may have been lost on its way to this process. */
const REMEMBERED_MS = 60_000

interface Known {
  holds: (text: string) => boolean
  /** When it was read, in milliseconds since 1970. */
  at: number
}

/** Read once and remembered: a talk asks for every line. */
export function bannedWords({
  read,
  clock,
  bus,
}: {
  read: Db
  clock: Clock
  bus: Bus
}): BannedWords {
  let known: Known | undefined
  let asking: Promise<Known> | undefined
  let changes = 0
  bus.subscribe(WORDS_CHANGED, () => {
    changes++
    known = undefined
    asking = undefined
  })

  async function ask(): Promise<Known> {
    const before = changes
    const rows = await read.selectFrom('ng_word').select('word').execute()
    const holds = ngFinder(rows.map(({ word }) => word))
    const found = { holds, at: clock.now().getTime() }
    // What changed while we asked may be missing: the next one asks again.
    if (changes === before) known = found
    return found
  }
  function recall(): Known | Promise<Known> {
    if (known && isYoung(known.at, clock.now().getTime(), REMEMBERED_MS)) return known
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }

  return {
    async demand(said) {
      const { holds } = await recall()
      const errors: FieldErrors = {}
      for (const [field, text] of Object.entries(said))
        if (text !== undefined && holds(text)) errors[field] = [bannedWord(fieldName(field))]
      if (Object.keys(errors).length > 0) throw invalid(errors)
    },
  }
}
