import type { AuditRow as Row } from '#contract/operator/audit.ts'
import { dateTime } from '#pwa/lib/format.ts'
import css from './AuditRow.module.css'
import { actionWords } from './action-words.ts'
import { fieldWords, valueWords } from './value-words.ts'

/** One act: who did what to whom, and what it was before and after. */
export function AuditRow({ row }: { row: Row }) {
  const fields = [...new Set([...Object.keys(row.before), ...Object.keys(row.after)])]
  return (
    <li className={css.row}>
      <div className={css.head}>
        {/* A desk that has been open since before an update meets acts that it has no word for. */}
        <b>{actionWords[row.action] ?? row.action}</b>
        <time className="note muted" dateTime={row.created_at}>
          {dateTime(row.created_at)}
        </time>
      </div>
      <p className="small muted">
        {row.actor ? `@${row.actor}` : 'サーバーの端末から'}
        {targetOf(row) && <span className={css.target}>{targetOf(row)}</span>}
      </p>
      {fields.length > 0 && (
        <dl className={css.change}>
          {fields.map((field) => (
            <div key={field}>
              <dt>{fieldWords(field)}</dt>
              <dd>
                {field in row.before && <del>{valueWords(field, row.before[field]!)}</del>}
                {field in row.after && <ins>{valueWords(field, row.after[field]!)}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

/** A login is nobody's business but its own. */
const targetOf = ({ label, target }: Row) =>
  label ?? (target.startsWith('session:') ? null : target)
