import { useEffect, useState } from 'react'
import type { HelpEntry, OwnHelp } from '#contract/operator/help/calls.ts'
import { useUser } from '#pwa/lib/api/session.tsx'
import { formDraft } from '#pwa/lib/forms/form-drafts.ts'
import { propertiesOf, stringOf } from '#pwa/lib/unknown.ts'

export interface Row extends HelpEntry {
  /** React key, stable when rows are moved. */
  key: string
}

const same = (a: HelpEntry[], b: HelpEntry[]) => JSON.stringify(a) === JSON.stringify(b)
const plain = (rows: Row[]): HelpEntry[] =>
  rows.map(({ question, answer }) => ({ question, answer }))
const keyed = (entries: HelpEntry[]): Row[] =>
  entries.map((entry) => ({ ...entry, key: crypto.randomUUID() }))

function entriesIn(json: string): HelpEntry[] {
  const stored: unknown = JSON.parse(json)
  return Array.isArray(stored) ? stored.map(entryOf) : []
}

function entryOf(stored: unknown): HelpEntry {
  const { question, answer } = propertiesOf(stored)
  return { question: stringOf(question), answer: stringOf(answer) }
}

/** The help entries being edited; stored in this tab until they are saved. */
export function useHelpEntries({ topic, entries }: OwnHelp) {
  const user = useUser()?.id ?? ''
  const [copy] = useState(() => formDraft<{ entries: string }>('help', user, topic))
  const [rows, setRows] = useState(() => {
    const storedEntries = copy.read().entries
    return keyed(storedEntries ? entriesIn(storedEntries) : entries)
  })
  const changed = !same(plain(rows), entries)
  useEffect(() => {
    if (changed) copy.write({ entries: JSON.stringify(plain(rows)) })
    else copy.remove()
  }, [copy, rows, changed])

  return {
    rows,
    changed,
    entries: () => plain(rows),
    set: (at: number, change: Partial<HelpEntry>) =>
      setRows((before) => before.map((row, i) => (i === at ? { ...row, ...change } : row))),
    add: () => setRows((before) => [...before, ...keyed([{ question: '', answer: '' }])]),
    remove: (at: number) => setRows((before) => before.filter((_, i) => i !== at)),
    /** Moves an entry up or down by one. */
    move: (at: number, by: -1 | 1) =>
      setRows((before) => {
        const moved = [...before]
        moved.splice(at + by, 0, ...moved.splice(at, 1))
        return moved
      }),
    reset: (to: HelpEntry[]) => setRows(keyed(to)),
  }
}
export type HelpEntries = ReturnType<typeof useHelpEntries>
