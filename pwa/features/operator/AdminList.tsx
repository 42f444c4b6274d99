import { type Key, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
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

/** Brings a row into view, in the color of a chosen one for a moment. */
function show(row: Element | undefined) {
  row?.scrollIntoView({ block: 'center' })
  row?.animate({ background: ['var(--primary-soft)', 'transparent'] }, { duration: 4_000 })
}

/** A list of the admin: its filters, and its rows in every state. The row that the URL's fragment names is shown. */
export function AdminList<E extends ListCall>(props: AdminListProps<E>) {
  const { call, input, filters, keyOf, empty, rows = 5, children } = props
  const loaded = useList(call, input)
  const { hash } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  const linked = hash ? loaded.items?.findIndex((item) => `#${keyOf(item)}` === hash) : -1
  useEffect(() => {
    if (linked === undefined || linked < 0) return
    show(box.current?.querySelector(':scope > ul')?.children[linked])
  }, [linked])
  return (
    <div ref={box} className="stack">
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
