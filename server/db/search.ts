import { type RawBuilder, sql } from 'kysely'
import { defined } from '#contract/lib/defined.ts'
import { bigrams, fold, splitWords } from './fold.ts'
import type { Db, Tx } from './schema.ts'

export type SearchKind = 'room' | 'event' | 'user'

/** Finds texts that contain every word of a query, also inside a word (Japanese has no spaces). */
export interface SearchIndex {
  put(tx: Tx, kind: SearchKind, id: string, text: string): Promise<void>
  remove(tx: Tx, kind: SearchKind, id: string): Promise<void>
  /** Ids, newest first by insertion. An empty query has no results. */
  find(db: Db, kind: SearchKind, query: string, limit: number, offset: number): Promise<string[]>
  /** Unordered ids as a subquery: `where('room.id', 'in', search.matching('room', query))`. */
  matching(kind: SearchKind, query: string): RawBuilder<string>
}

/** A parsed query: its words, and the letter pairs to look up. */
export interface Question {
  words: string[]
  tokens: string[]
}

/** Engine-specific part; `question` has at least one word. */
export interface SearchEngine {
  put(tx: Tx, kind: SearchKind, id: string, folded: string, tokens: string[]): Promise<void>
  remove(tx: Tx, kind: SearchKind, id: string): Promise<void>
  /** `from … where …` of the matching rows, which have a column `id`. */
  matches(question: Question): RawBuilder<unknown>
  /** An order that the index provides, so that only the requested rows are read. */
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
  const folded = [...fold(query)].slice(0, LONGEST_QUERY).join('')
  const pairs = splitWords(folded).flatMap(leading)
  return {
    words: [...new Set(splitWords(folded))],
    tokens: encode(kind, [...new Set(pairs)]),
  }
}

/** Pairs are more selective than letters; a word of one letter has no pair. */
function leading(word: string): string[] {
  const found = bigrams(word)
  const pairs = found.filter((token) => [...token].length === 2)
  return pairs.length > 0 ? pairs : found
}

const RADIX = 36
const DIGITS = 4

/**
 * Encodes a token as letters and digits only, so that tokenizers do not split it and no query syntax applies. The
 * kind is its prefix: rooms are not found in the users' index.
 */
function encode(kind: SearchKind, tokens: string[]): string[] {
  const code = (char: string) =>
    defined(char.codePointAt(0), 'a character').toString(RADIX).padStart(DIGITS, '0')
  return tokens.map((token) => kind + [...token].map(code).join(''))
}
