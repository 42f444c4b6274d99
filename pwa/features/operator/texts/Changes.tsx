import { diffLines } from 'diff'
import css from './Changes.module.css'

/** What was taken out of a text, and what came into it, line by line. */
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

/** Of what is the same, only what stands next to a change. */
const AROUND = 2
function shorten(same: string): string {
  const lines = same.split('\n')
  if (lines.length <= AROUND * 2 + 2) return same
  return [...lines.slice(0, AROUND), '…', ...lines.slice(-AROUND - 1)].join('\n')
}
