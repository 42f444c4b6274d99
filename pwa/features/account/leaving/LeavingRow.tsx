import type { Query } from '#pwa/load/Loaded.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import type { IconName } from '#pwa/ui/icon-names.ts'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'

interface LeavingRowProps<T> {
  of: Query<T>
  to: string
  icon: IconName
  title: string
  /** The amount, and a note on it. */
  summarize: (data: T) => { amount: string; note: string }
}

/** One thing affected by leaving. A row that fails to load shows its error; the other rows stay. */
export function LeavingRow<T>({ of, to, icon, title, summarize }: LeavingRowProps<T>) {
  const found = of.data === undefined ? null : summarize(of.data)
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
