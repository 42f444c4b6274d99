import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { defined } from '#contract/lib/defined.ts'
import { keysOf } from '#contract/lib/records.ts'
import { Tabs } from '#pwa/ui/layout/Tabs.tsx'
import { type RecordSearch, recordSearch, recordValues } from './record-search.ts'

/** The parameter of the URL that names the shown list. */
const LIST = 'list'

interface Shown<L extends string> {
  shown: L
  tabs: ReactNode
  query: RecordSearch
  isFiltered: boolean
}

/** Tabs for the lists of a page, and their common search. The URL holds both; the first list is the default. */
export function useRecordTabs<L extends string>(
  label: string,
  lists: Record<L, { label: string }>,
): Shown<L> {
  const [params] = useSearchParams()
  const all = keysOf(lists)
  const [first] = all
  const shown = all.find((list) => list === params.get(LIST)) ?? defined(first, 'a list')
  const searchOf = (list: L) => {
    const search = new URLSearchParams(params)
    // Each list has columns of its own.
    search.delete('sort')
    if (list === first) search.delete(LIST)
    else search.set(LIST, list)
    return search.toString()
  }
  const tabs = all.map((list) => ({
    label: lists[list].label,
    to: { search: searchOf(list) },
    current: list === shown,
  }))
  const query = recordSearch(recordValues(params))
  return {
    shown,
    tabs: <Tabs label={label} tabs={tabs} />,
    query,
    isFiltered: Object.keys(query).length > 0,
  }
}
