import { type RawBuilder, sql } from 'kysely'
import { bigrams, fold, words } from './fold.ts'
import type { Db, Tx } from './schema.ts'

export type SearchKind = 'room' | 'event' | 'user'

/** Finds texts that hold every word of a query, anywhere, also inside a word (Japanese has no spaces). */
export interface SearchIndex {
  put(tx: Tx, kind: SearchKind, id: string, text: string): Promise<void>
  remove(tx: Tx, kind: SearchKind, id: string): Promise<void>
  /** Ids, the newest first by when they were first put. No word, no result. */
  find(db: Db, kind: SearchKind, query: string, limit: number, offset: number): Promise<string[]>
  /** The same ids in no order, as a subquery: `where('room.id', 'in', search.matching('room', query))`. */
  matching(kind: SearchKind, query: string): RawBuilder<string>
}

/** What is asked of the index: the words, and the pairs of letters that lead to them. */
export interface Question {
  words: string[]
  tokens: string[]
}

/** What an engine must know; `question` has at least one word. */
export interface SearchEngine {
  put(tx: Tx, kind: SearchKind, id: string, folded: string, tokens: string[]): Promise<void>
  remove(tx: Tx, kind: SearchKind, id: string): Promise<void>
  /** The rows that match, which have a column `id`: `from … where …`. */
  matches(question: Question): RawBuilder<unknown>
  /** An order that the index has by itself: only as many rows are looked at as are wanted. */
  newestFirst: RawBuilder<unknown>
}

const LONGEST_QUERY = 200

export function createSearchIndex(engine: SearchEngine): SearchIndex {
  return {
    put: (tx, kind, id, text) => engine.put(tx, kind, id, fold(text), encode(kind, bigrams(text))),
    remove: engine.remove,
    async find(db, kind, query, limit, offset) {
      const question = ask(kind, query)
      if (question.words.length === 0) return []
      const found = await sql<{ id: string }>`
        select id ${engine.matches(question)}
        order by ${engine.newestFirst} limit ${limit} offset ${offset}`.execute(db)
      return found.rows.map((row) => row.id)
    },
    matching(kind, query) {
      const question = ask(kind, query)
      if (question.words.length === 0) return sql<string>`(select '' where 1 = 0)`
      return sql<string>`(select id ${engine.matches(question)})`
    },
  }
}

function ask(kind: SearchKind, query: string): Question {
  const asked = [...fold(query)].slice(0, LONGEST_QUERY).join('')
  const pairs = words(asked).flatMap(leading)
  return {
    words: [...new Set(words(asked))],
    tokens: encode(kind, [...new Set(pairs)]),
  }
}

/** Pairs say more than letters; a word of one letter has nothing else. */
function leading(word: string): string[] {
  const found = bigrams(word)
  const pairs = found.filter((token) => [...token].length === 2)
  return pairs.length > 0 ? pairs : found
}

const RADIX = 36
const DIGITS = 4

/**
 * A token in letters and digits alone, so that no tokenizer splits it and no query language sees a word of its own
 * in it. It begins with its kind: the rooms' index knows nothing of the users.
 */
function encode(kind: SearchKind, tokens: string[]): string[] {
  const code = (letter: string) => letter.codePointAt(0)!.toString(RADIX).padStart(DIGITS, '0')
  return tokens.map((token) => kind + [...token].map(code).join(''))
}
