import type { Query } from '#pwa/load/Loaded.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import type { IconName } from '#pwa/ui/icon-names.ts'
import { ListRow } from '#pwa/ui/ListRow.tsx'

interface LeavingRowProps<T> {
  of: Query<T>
  to: string
  icon: IconName
  title: string
  /** What there is: how much, and of what kind. */
  words: (data: T) => { amount: string; note: string }
}

/** One thing that leaving would touch. Where it cannot be told, it says so and the rest stands. */
export function LeavingRow<T>({ of, to, icon, title, words }: LeavingRowProps<T>) {
  const found = of.data === undefined ? null : words(of.data)
  const waiting = of.error ? '確認できませんでした' : '確認しています'
  return (
    <ListRow
      to={to}
      leading={<Icon name={icon} />}
      title={title}
      note={found ? found.note : waiting}
      trailing={found && <b className="small num">{found.amount}</b>}
    />
  )
}
