import type { Key, ReactNode } from 'react'
import type { Sent } from '#contract/http/types.ts'
import { type ItemOf, type ListCall, useList } from '#pwa/lib/api/api.ts'
import { LoadedList } from '#pwa/load/LoadedList.tsx'
import { SkeletonRows } from '#pwa/ui/loading/Skeleton.tsx'
import { StateScreen } from '#pwa/ui/states/StateScreen.tsx'

interface AdminListProps<E extends ListCall> {
  call: E
  input: Sent<E>
  /** Above the list: what it is for, filters, a button. */
  filters?: ReactNode
  keyOf: (item: ItemOf<E>) => Key
  /** Shown for an empty list: a screen, or in a section a line. */
  empty: { title: string; text: string } | string
  /** Rows of the skeleton. */
  rows?: number
  children: (item: ItemOf<E>) => ReactNode
}

/** For an empty result of a search. */
export const NOT_FOUND = {
  title: '見つかりませんでした',
  text: '言葉や条件を変えて、もう一度おさがしください。',
}

/** A list of the admin: its filters, and its rows in every state. */
export function AdminList<E extends ListCall>(props: AdminListProps<E>) {
  const { call, input, filters, keyOf, empty, rows = 5, children } = props
  const loaded = useList(call, input)
  return (
    <div className="stack">
      {filters}
      <LoadedList
        of={loaded}
        keyOf={keyOf}
        skeleton={<SkeletonRows count={rows} />}
        empty={
          typeof empty === 'string' ? (
            <p className="small muted">{empty}</p>
          ) : (
            <StateScreen kind="empty" title={empty.title} text={empty.text} />
          )
        }
      >
        {children}
      </LoadedList>
    </div>
  )
}
