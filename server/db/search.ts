import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { defined } from '#contract/lib/defined.ts'
import { bigrams, fold, splitWords } from './fold.ts'
import type { Db, Tx } from './schema.ts'

/** Letters only, as it is the prefix of the index's tokens. */
export type SearchKind = 'room' | 'event' | 'ticket' | 'user'

/** A text of the index, as `fold` normalizes it. */
export interface FoldedText {
  kind: SearchKind
  id: string
  folded: string
}

/**
 * Finds texts that contain every word of a query, also inside a word (Japanese has no spaces), as written or as read:
 * ろうどく finds 朗読 once its reading has been added.
 */
export interface SearchIndex {
  /** A text that differs from the previous one loses its reading. */
  put(tx: Tx, kind: SearchKind, id: string, text: string): Promise<void>
  /** Texts that have no reading yet, the newest first. */
  listWithoutReading(db: Db, limit: number): Promise<FoldedText[]>
  /** Adds how the text is read; empty if it is written as it is read. Does nothing if the text has changed meanwhile. */
  putReading(tx: Tx, text: FoldedText, reading: string): Promise<void>
  remove(tx: Tx, kind: SearchKind, id: string): Promise<void>
  /** Ids, newest first by insertion. An empty query has no results. */
  find(db: Db, kind: SearchKind, query: string, limit: number, offset: number): Promise<string[]>
  /** Unordered ids as a subquery: `where('room.id', 'in', search.matching('room', query))`. */
  matching(kind: SearchKind, query: string): RawBuilder<string>
  /**
   * A condition for a page of a list in the order of an index. A rare word is looked up, and what it finds is sorted; for
   * a common one the list is walked in its order, as sorting all that it finds takes 0.3 s with 100,000 rooms.
   */
  condition(db: Db, kind: SearchKind, query: string): Promise<SearchCondition>
}

/** Whether the text of the row with the id in this column contains every word. */
export type SearchCondition = (idColumn: string) => RawBuilder<SqlBool>

/** Both conditions together; undefined if there is none. */
export function allOf(conditions: (SearchCondition | undefined)[]): SearchCondition | undefined {
  const given = conditions.filter((condition) => condition !== undefined)
  if (given.length === 0) return undefined
  return (column) =>
    sql<SqlBool>`(${sql.join(
      given.map((condition) => condition(column)),
      sql` and `,
    )})`
}

/** A parsed query: its words, and the letter pairs to look up. */
export interface Question {
  words: string[]
  tokens: string[]
}

/** Engine-specific part; `question` has at least one word. */
export interface SearchEngine {
  put(tx: Tx, text: FoldedText, tokens: string[]): Promise<void>
  /** `tokens`: of the text and its reading. */
  putReading(tx: Tx, text: FoldedText, reading: string, tokens: string[]): Promise<void>
  remove(tx: Tx, kind: SearchKind, id: string): Promise<void>
  /** `from … where …` of the matching rows, which have a column `id`. */
  matches(question: Question): RawBuilder<unknown>
  /** The text or its reading contains each word. */
  contains(words: string[]): RawBuilder<SqlBool>
  /** Whether walking a list in its order will find a page sooner than sorting all matches. */
  isCommon(db: Db, question: Question): Promise<boolean>
  /** An order that the index provides, so that only the requested rows are read. */
  newestFirst: RawBuilder<unknown>
}

const LONGEST_QUERY = 200

export function createSearchIndex(engine: SearchEngine): SearchIndex {
  return {
    put: (tx, kind, id, text) =>
      engine.put(tx, { kind, id, folded: fold(text) }, encode(kind, bigrams(text))),
    async listWithoutReading(db, limit) {
      const { rows } = await sql<FoldedText>`
        select kind, id, folded from search_text where reading is null
        order by seq desc limit ${limit}`.execute(db)
      return rows
    },
    putReading(tx, text, reading) {
      const folded = fold(reading)
      const tokens = encode(text.kind, bigrams(`${text.folded} ${folded}`))
      return engine.putReading(tx, text, folded, tokens)
    },
    remove: engine.remove,
    async find(db, kind, query, limit, offset) {
      const question = ask(kind, query)
      if (question.words.length === 0) return []
      const rows = await sql<{ id: string }>`
        select id ${engine.matches(question)}
        order by ${engine.newestFirst} limit ${limit} offset ${offset}`.execute(db)
      return rows.rows.map((row) => row.id)
    },
    matching(kind, query) {
      const question = ask(kind, query)
      if (question.words.length === 0) return sql<string>`(select '' where 1 = 0)`
      return sql<string>`(select id ${engine.matches(question)})`
    },
    async condition(db, kind, query) {
      const question = ask(kind, query)
      const isCommon = question.words.length > 0 && (await engine.isCommon(db, question))
      if (!isCommon) return (column) => sql`${sql.ref(column)} in ${this.matching(kind, query)}`
      return (column) => sql`exists (
        select 1 from search_text where search_text.kind = ${kind} and search_text.id = ${sql.ref(column)}
        and ${engine.contains(question.words)})`
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
  const parts = bigrams(word)
  const pairs = parts.filter((token) => [...token].length === 2)
  return pairs.length > 0 ? pairs : parts
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
