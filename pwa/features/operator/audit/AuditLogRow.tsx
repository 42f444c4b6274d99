import type { AuditRow as Row } from '#contract/operator/audit/calls.ts'
import { dateTime } from '#pwa/lib/format.ts'
import css from './AuditLogRow.module.css'
import { actionLabels } from './action-labels.ts'
import { fieldLabel, valueLabel } from './value-label.ts'

/** One operator action: actor, target, values before and after. */
export function AuditLogRow({ row }: { row: Row }) {
  const fields = [...new Set([...Object.keys(row.before), ...Object.keys(row.after)])]
  return (
    <li className={css.row}>
      <div className={css.head}>
        {/* A page loaded before an update may receive an action that it has no label for. */}
        <b>{actionLabels[row.action] ?? row.action}</b>
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
              <dt>{fieldLabel(field)}</dt>
              <dd>
                <Value tag="del" field={field} value={row.before[field]} />
                <Value tag="ins" field={field} value={row.after[field]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

/** A login action has no target but the operator. */
const targetOf = ({ label, target }: Row) =>
  label ?? (target.startsWith('session:') ? null : target)

interface ValueProps {
  tag: 'del' | 'ins'
  field: string
  value: Row['before'][string] | undefined
}

function Value({ tag: Tag, field, value }: ValueProps) {
  return value === undefined ? null : <Tag>{valueLabel(field, value)}</Tag>
}
