import { diffLines } from 'diff'
import css from './Changes.module.css'

/** The removed and added lines between two versions of a text. */
export function Changes({ before, after }: { before: string; after: string }) {
  const parts = diffLines(`${before.trim()}\n`, `${after.trim()}\n`)
  if (parts.every(({ added, removed }) => !added && !removed))
    return <p className="small muted">違いはありません。</p>
  let at = 0
  return (
    <pre className={css.changes}>
      {parts.map(({ value, added, removed }) => {
        at += value.length
        const key = `${at}-${added}-${removed}`
        if (removed) return <del key={key}>{value}</del>
        if (added) return <ins key={key}>{value}</ins>
        return <span key={key}>{shorten(value)}</span>
      })}
    </pre>
  )
}

/** The number of unchanged lines shown around a change. */
const AROUND = 2
function shorten(same: string): string {
  const lines = same.split('\n')
  if (lines.length <= AROUND * 2 + 2) return same
  return [...lines.slice(0, AROUND), '…', ...lines.slice(-AROUND - 1)].join('\n')
}
