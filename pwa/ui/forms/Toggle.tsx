import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import { FieldError } from './FieldError.tsx'
import css from './Toggle.module.css'

interface ToggleProps {
  /** May contain a link: 利用規約（サービス条項）に同意する. */
  label: ReactNode
  hint?: ReactNode
  error?: string | null | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A setting: label at the left, switch at the right. */
export function Toggle({ label, hint, error, checked, onChange, disabled = false }: ToggleProps) {
  const id = useId()
  const described = cx(Boolean(hint) && `${id}-hint`, error && `${id}-error`)
  return (
    <div>
      <div className={css.setting}>
        <div className="grow">
          <label htmlFor={id} className="small">
            {label}
          </label>
          {hint && (
            <p id={`${id}-hint`} className="note muted">
              {hint}
            </p>
          )}
        </div>
        <button
          type="button"
          role="switch"
          id={id}
          className={css.toggle}
          aria-checked={checked}
          aria-invalid={Boolean(error)}
          aria-describedby={described || undefined}
          disabled={disabled}
          onClick={() => onChange(!checked)}
        >
          <Icon name="check" size="xs" />
        </button>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
