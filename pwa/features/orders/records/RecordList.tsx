import type { Key, ReactNode } from 'react'
import type { Sent } from '#contract/http/types.ts'
import { type ItemOf, type ListCall, useList } from '#pwa/lib/api/api.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

/** For an empty result of a search. */
export const NothingFound = () => (
  <StateScreen
    kind="empty"
    title="見つかりませんでした"
    text="名前や期間、金額を変えて、もう一度おさがしください。"
  />
)

interface RecordListProps<E extends ListCall> {
  call: E
  input: Sent<E>
  keyOf: (item: ItemOf<E>) => Key
  isFiltered: boolean
  /** Shown while there is none at all. */
  none: { title: string; text: string }
  children: (item: ItemOf<E>) => ReactNode
}

/** A list of books, as it was searched. */
export function RecordList<E extends ListCall>(props: RecordListProps<E>) {
  const { call, input, keyOf, isFiltered, none, children } = props
  return (
    <LoadedList
      of={useList(call, input)}
      keyOf={keyOf}
      skeleton={<SkeletonRows count={6} />}
      empty={isFiltered ? <NothingFound /> : <StateScreen kind="empty" {...none} />}
    >
      {children}
    </LoadedList>
  )
}
